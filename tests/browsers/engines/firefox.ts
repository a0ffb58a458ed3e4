import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { hold, release, strokes } from './actions.ts';
import { Bidi, Unanswered } from './bidi.ts';
import { type Phone, VIEWPORT } from './phone.ts';
import { start } from './process.ts';

/** The folder of the tests' fonts. Firefox' sandbox hides it by default: pages then draw boxes. */
const FONTS = join(import.meta.dirname, '../../../node_modules/dejavu-fonts-ttf/ttf/');

/** Preferences of a phone: muted clips play by themselves, and the browser itself makes no requests. */
const PREFERENCES: Record<string, string | number | boolean> = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-US',
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.prefs.recommended': true,
  'security.sandbox.content.read_path_whitelist': FONTS,
  'toolkit.telemetry.server': '',
};

interface Evaluated {
  type: 'success' | 'exception';
  result?: { value?: string };
  exceptionDetails?: { text: string };
}

/** Expression that identifies a document. */
const PAGE = 'String(performance.timeOrigin)';
/** Expression with the same value, but empty until the document is parsed, and on Firefox' error page. */
const OPENED = `document.documentURI.startsWith('about:')
  || !(performance.getEntriesByType('navigation')[0]?.domContentLoadedEventEnd > 0) ? '' : ${PAGE}`;
/** Timeouts of the first and the second navigation. */
const NAVIGATE_MS = [15_000, 30_000];
/** Timeout of the expression `OPENED`. */
const ASK_MS = 5_000;

class FirefoxPhone implements Phone {
  readonly name: string;
  readonly #bidi: Bidi;
  readonly #context: string;
  readonly #stop: () => Promise<void>;

  constructor(name: string, bidi: Bidi, context: string, stop: () => Promise<void>) {
    this.name = name;
    this.#bidi = bidi;
    this.#context = context;
    this.#stop = stop;
  }

  /**
   * Opens a page and polls it until it is parsed: Firefox sometimes never answers a navigation that waits
   * for the parsing, for an unknown reason. If the page is not parsed in time, it is opened once more.
   */
  async open(url: string): Promise<void> {
    const left = await this.evaluate(PAGE);
    for (const limitMs of NAVIGATE_MS) if (await this.#leaves(left, url, limitMs)) return;
    throw new Error(`Firefox did not open ${url}`);
  }

  /** @returns whether another document than `left` is parsed in time */
  async #leaves(left: string | undefined, url: string, limitMs: number): Promise<boolean> {
    const end = Date.now() + limitMs;
    const params = { context: this.#context, url, wait: 'none' };
    try {
      // answered once the new document exists, before it is parsed
      await this.#bidi.send('browsingContext.navigate', params, limitMs);
    } catch (error) {
      if (error instanceof Unanswered) return false;
      throw error;
    }
    while (Date.now() < end) {
      // between two documents no expression can be evaluated
      const page = await this.#ask(OPENED, ASK_MS).catch(() => undefined);
      if (page && page !== left) return true;
      await setTimeout(20);
    }
    return false;
  }

  evaluate(expression: string): Promise<string | undefined> {
    return this.#ask(expression);
  }

  async #ask(expression: string, limitMs?: number): Promise<string | undefined> {
    const params = {
      expression,
      target: { context: this.#context },
      awaitPromise: true,
      userActivation: false,
    };
    const evaluated = await this.#bidi.send<Evaluated>('script.evaluate', params, limitMs);
    const { type, result, exceptionDetails } = evaluated;
    if (type === 'exception') throw new Error(exceptionDetails?.text);
    return result?.value;
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
    await this.#bidi.send('browsingContext.setViewport', {
      context: this.#context,
      viewport: { width, height },
    });
  }

  async picture(): Promise<Buffer> {
    const { data } = await this.#bidi.send<{ data: string }>('browsingContext.captureScreenshot', {
      context: this.#context,
    });
    return Buffer.from(data, 'base64');
  }

  async close(): Promise<void> {
    this.#bidi.close();
    await this.#stop();
  }

  #point(actions: object[]): Promise<void> {
    return this.#perform('pointer', { parameters: { pointerType: 'mouse' } }, actions);
  }

  async #perform(type: 'pointer' | 'key', options: object, actions: object[]): Promise<void> {
    await this.#bidi.send('input.performActions', {
      context: this.#context,
      actions: [{ type, id: type, ...options, actions }],
    });
  }
}

/** Writes the preferences of the tests into an empty profile. */
function fill(folder: string): void {
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(folder, 'user.js'), lines.join('\n'));
}

/** Starts Firefox without a window, and drives it through WebDriver BiDi. */
export async function startFirefox(program: string): Promise<Phone> {
  const browser = start(program, (folder) => {
    fill(folder);
    return ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0'];
  });
  const [, url] = await browser.waitForLine(/WebDriver BiDi listening on (ws:\S+)/);
  const bidi = await Bidi.connect(`${url}/session`);
  const { capabilities } = await bidi.send<{ capabilities: { browserVersion: string } }>(
    'session.new',
    { capabilities: {} },
  );
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', {
    type: 'tab',
  });
  const name = `Firefox ${capabilities.browserVersion}`;
  const phone = new FirefoxPhone(name, bidi, context, browser.stop);
  await phone.resize(VIEWPORT.width, VIEWPORT.height);
  return phone;
}
