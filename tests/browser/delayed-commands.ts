import { connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { countFrom } from '../../scripts/usage.ts';

/**
 * Largest delay in milliseconds of a test's command to the browser. It exposes assumptions about
 * timing between two commands, as on a busy machine. Playwright's `slowMo` delays every command,
 * so that tests would end by their timeouts first.
 */
const MAX_DELAY_MS = countFrom('TEST_LATE', 0);
/** Share of the commands that are delayed; most tests send some hundreds. */
const SHARE = 0.05;

/** Forwards the data in order, sometimes after a delay. */
async function passOn(from: Socket, to: Socket): Promise<void> {
  for await (const chunk of from) {
    if (Math.random() < SHARE) await setTimeout(Math.random() * MAX_DELAY_MS);
    to.write(chunk);
  }
  to.end();
}

/**
 * Starts a proxy that delays commands to a browser.
 * @param endpoint the browser's WebSocket address
 * @returns the proxy's address; without `TEST_LATE` the browser's
 */
export async function delayCommands(endpoint: string): Promise<string> {
  if (!MAX_DELAY_MS) return endpoint;
  const { port, hostname } = new URL(endpoint);
  const server = createServer((test) => {
    const browser = connect(Number(port), hostname);
    const end = () => {
      test.destroy();
      browser.destroy();
    };
    browser.on('error', end).pipe(test).on('error', end);
    passOn(test, browser).catch(end);
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the proxy has no port');
  const late = new URL(endpoint);
  late.host = `127.0.0.1:${address.port}`;
  return late.href;
}
