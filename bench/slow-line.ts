import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { CPU_SLOWDOWN } from './pages.ts';

/** A slow line. */
const LINE = { latency: 150, downloadThroughput: 1_600_000 / 8 };

export async function slowCpu(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** The same line before a server: what a service worker fetches is as slow as what a page does. */
export async function startSlowLine(address: string) {
  const { hostname, port } = new URL(address);
  let isFreeAt = 0;
  const server = createServer(async (asked, answer) => {
    const { method, url: path, headers } = asked;
    await setTimeout(LINE.latency);
    const passed = request({ hostname, port, method, path, headers }, async (told) => {
      answer.writeHead(told.statusCode ?? 500, told.headers);
      for await (const chunk of told) {
        const now = performance.now();
        isFreeAt = Math.max(now, isFreeAt) + (chunk.length / LINE.downloadThroughput) * 1_000;
        await setTimeout(isFreeAt - now);
        answer.write(chunk);
      }
      answer.end();
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
