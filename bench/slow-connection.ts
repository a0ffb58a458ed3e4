import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { CPU_SLOWDOWN } from './pages.ts';

const LATENCY_MS = 150;
const BITS_PER_SECOND = 1_600_000;

/** Bytes that went over a line. */
export interface Sent {
  readonly path: string;
  readonly bytes: number;
}

export async function slowCpu(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

export type SlowConnection = Awaited<ReturnType<typeof startSlowConnection>>;

/** Starts a slow proxy in front of a server, which slows down a service worker's requests like a page's. */
export async function startSlowConnection(address: string, bitsPerSecond = BITS_PER_SECOND) {
  const { hostname, port } = new URL(address);
  const sent: Sent[] = [];
  let lineFreeAt = 0;
  const server = createServer(async (asked, answer) => {
    const { method, url: path = '/', headers } = asked;
    await setTimeout(LATENCY_MS);
    const passed = request({ hostname, port, method, path, headers }, async (told) => {
      answer.writeHead(told.statusCode ?? 500, told.headers);
      for await (const chunk of told) {
        const now = performance.now();
        lineFreeAt = Math.max(now, lineFreeAt) + ((chunk.length * 8) / bitsPerSecond) * 1_000;
        await setTimeout(lineFreeAt - now);
        // the client may have disconnected
        if (answer.destroyed) break;
        answer.write(chunk);
        sent.push({ path, bytes: chunk.length });
      }
      answer.end();
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** so far, in order */
    sent: sent as readonly Sent[],
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
