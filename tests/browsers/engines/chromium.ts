import { type Browser, chromium, type Page } from 'playwright-core';
import { FLAGS, FONTS } from '../../browser/chromium.ts';
import { type Phone, VIEWPORT } from './phone.ts';

/** Chromium through Playwright, with only the commands that the oldest supported Chromium understands. */
class ChromiumPhone implements Phone {
  readonly name: string;
  readonly #browser: Browser;
  readonly #page: Page;

  constructor(browser: Browser, page: Page) {
    this.name = `Chromium ${browser.version()}`;
    this.#browser = browser;
    this.#page = page;
  }

  async open(url: string): Promise<void> {
    await this.#page.goto(url, { waitUntil: 'domcontentloaded' });
  }

  evaluate(expression: string): Promise<string | undefined> {
    return this.#page.evaluate<string | undefined>(expression);
  }

  press(x: number, y: number): Promise<void> {
    return this.#page.mouse.click(x, y);
  }

  async hold(x: number, y: number): Promise<void> {
    await this.#page.mouse.move(x, y);
    await this.#page.mouse.down();
  }

  release(): Promise<void> {
    return this.#page.mouse.up();
  }

  async type(text: string): Promise<void> {
    if (KEYS.has(text)) await this.#page.keyboard.press(KEYS.get(text) ?? '');
    else await this.#page.keyboard.type(text);
  }

  resize(width: number, height: number): Promise<void> {
    return this.#page.setViewportSize({ width, height });
  }

  picture(): Promise<Buffer> {
    return this.#page.screenshot();
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

/** Playwright's names of keys, by the character that WebDriver uses. */
const KEYS = new Map([['\uE00C', 'Escape']]);

/** @param flags in addition to those of every browser test */
export async function startChromium(
  program: string,
  flags: readonly string[] = [],
): Promise<Phone> {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({
    executablePath: program,
    headless: true,
    env: { ...process.env, ...FONTS },
    args: [...FLAGS, ...asRoot, ...flags],
  });
  const page = await browser.newPage({ viewport: VIEWPORT, locale: 'en-US' });
  return new ChromiumPhone(browser, page);
}
