import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { type Engine, engines } from './engines.ts';
import type { Phone } from './phone.ts';

const cache = join(import.meta.dirname, '../../../.cache');
const phones = new Map<Engine['id'], Promise<Phone>>();

function keep(folder: string, file: string, content: string | Buffer): void {
  mkdirSync(join(cache, folder), { recursive: true });
  writeFileSync(join(cache, folder, file), content);
}

/** The engine's phone, one per test file; its name goes into the table of `npm run test:browsers`. */
async function take(id: Engine['id'], start: () => Promise<Phone>): Promise<Phone> {
  const known = phones.get(id);
  if (known) return known;
  const started = start();
  phones.set(id, started);
  keep('engines', `${id}.txt`, (await started).name);
  return started;
}

/** Closes all phones, because the next test file shares this module. */
async function closeAll(): Promise<void> {
  const taken = [...phones.values()];
  phones.clear();
  for (const phone of taken) await (await phone).close();
}

/** While other tests run, engines other than Chromium decode clips too slowly. */
const { TEST_ENGINES = 'chromium' } = process.env;
const isWanted = (id: Engine['id']) =>
  TEST_ENGINES === 'all' || (id === 'chromium') === (TEST_ENGINES === 'chromium');

/**
 * Defines a test for each installed engine with `npm run test:browsers`, and for Chromium alone with
 * `npm test`. All other engines are reported as skipped.
 */
export function inEveryEngine(
  what: string,
  act: (phone: Phone, id: string) => Promise<void>,
): void {
  // registered by each test file: this module is loaded once for several files
  afterAll(closeAll);
  describe(what, () => {
    for (const { id, start } of engines) {
      if (start && isWanted(id))
        test(id, async () => {
          const p = await take(id, start);
          try {
            await act(p, id);
          } catch (e) {
            keep('pictures', `fail-${id}-${what.slice(0, 20)}.png`, await p.picture());
            throw e;
          }
        });
      else test.skip(id, () => undefined);
    }
  });
}

/** Saves a picture for people: `.cache/pictures/{engine}-{what}.png`. */
export const saveScreenshot = async (phone: Phone, id: string, what: string): Promise<void> =>
  keep('pictures', `${id}-${what}.png`, await phone.picture());
