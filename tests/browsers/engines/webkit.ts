import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../postgres/free-port.ts';
import { hold, release, strokes } from './actions.ts';
import { type Phone, VIEWPORT } from './phone.ts';
import { type Running, start } from './process.ts';

/** Timeout of a script: longer than a test waits for anything. */
const SCRIPT_LIMIT_MS = 60_000;
/** Size of the screen: enough for every window that a test needs. */
const SCREEN = '1400x1200x24';

interface Started {
  sessionId: string;
  capabilities: { browserVersion: string };
}

/** A session of a WebDriver driver (https://www.w3.org/TR/webdriver2/). */
class WebKitPhone implements Phone {
  readonly name: string;
  readonly #session: string;
  readonly #stop: () => Promise<void>;

  constructor(name: string, session: string, stop: () => Promise<void>) {
    this.name = name;
    this.#session = session;
    this.#stop = stop;
  }

  async open(url: string): Promise<void> {
    await this.#send('url', { url });
  }

  async evaluate(expression: string): Promise<string | undefined> {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve(${expression}).then(
        (value) => done({ value }),
        (error) => done({ error: String(error) }),
      );`;
    const { value, error } = await this.#send<{ value?: string; error?: string }>('execute/async', {
      script,
      args: [],
    });
    if (error) throw new Error(error);
    return value;
  }

  async press(x: number, y: number): Promise<void> {
    await this.#point([...hold(x, y), ...release]);
  }

  async hold(x: number, y: number): Promise<void> {
    await this.#point(hold(x, y));
  }

  async release(): Promise<void> {
    await this.#point(release);
  }

  async type(text: string): Promise<void> {
    await this.#perform('key', {}, strokes(text));
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#send('window/rect', { width, height });
  }

  async picture(): Promise<Buffer> {
    return Buffer.from(await this.#send<string>('screenshot'), 'base64');
  }

  async close(): Promise<void> {
    await fetch(this.#session, { method: 'DELETE' }).catch(() => undefined);
    await this.#stop();
  }

  #point(actions: object[]): Promise<void> {
    return this.#perform('pointer', { parameters: { pointerType: 'mouse' } }, actions);
  }

  async #perform(type: 'pointer' | 'key', options: object, actions: object[]): Promise<void> {
    await this.#send('actions', { actions: [{ type, id: type, ...options, actions }] });
  }

  #send<R>(path: string, body?: object): Promise<R> {
    return ask<R>(`${this.#session}/${path}`, body);
  }
}

async function ask<R>(url: string, body?: object): Promise<R> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    ...(body && { body: JSON.stringify(body) }),
  });
  const { value } = (await answer.json()) as { value: R & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** Starts a driver, and polls it until it answers: it does not report when it is ready. */
async function startDriver(program: string, display: string): Promise<[string, Running]> {
  const port = await freePort();
  const driver = start(program, () => [`--port=${port}`], { env: { DISPLAY: display } });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/status`).catch(() => null))) {
    driver.assertRunning();
    await setTimeout(20);
  }
  return [url, driver];
}

/**
 * Starts WebKitGTK's MiniBrowser on a virtual screen, and drives it through WebDriver. In full-screen mode its window
 * has no bars, and can be as small as a phone.
 */
export async function startWebKit(program: string, browser: string): Promise<Phone> {
  const screen = start('Xvfb', () => [
    '-displayfd',
    '1',
    '-screen',
    '0',
    SCREEN,
    '-nolisten',
    'tcp',
  ]);
  const [display] = await screen.waitForLine(/^\d+$/);
  const [url, driver] = await startDriver(program, `:${display}`);
  const stop = async () => {
    await driver.stop();
    await screen.stop();
  };
  const options = { binary: browser, args: ['--automation', '--full-screen'] };
  const { sessionId, capabilities } = await ask<Started>(`${url}/session`, {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const session = `${url}/session/${sessionId}`;
  await ask(`${session}/timeouts`, { script: SCRIPT_LIMIT_MS });
  const phone = new WebKitPhone(`WebKitGTK ${capabilities.browserVersion}`, session, stop);
  await phone.resize(VIEWPORT.width, VIEWPORT.height);
  return phone;
}
