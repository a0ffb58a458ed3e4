import { connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { countFrom } from '../../scripts/usage.ts';

/**
 * Up to how many milliseconds later than a test gives them commands reach the browser: what a test
 * takes for granted between two of them is over then, as on a machine that does other things too.
 * Playwright's `slowMo` delays every command, so that a test ends by its timeout before that.
 */
const LATE_MS = countFrom('TEST_LATE', 0);
/** How many of the commands come late: most tests have some hundreds of them. */
const SHARE = 0.05;

/** Passes on in order what comes; now and then it waits first. */
async function passOn(from: Socket, to: Socket): Promise<void> {
  for await (const chunk of from) {
    if (Math.random() < SHARE) await setTimeout(Math.random() * LATE_MS);
    to.write(chunk);
  }
  to.end();
}

/**
 * @param endpoint where a browser is driven from
 * @returns where it is driven from with late commands; the same one without `TEST_LATE`
 */
export async function makeLate(endpoint: string): Promise<string> {
  if (!LATE_MS) return endpoint;
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
