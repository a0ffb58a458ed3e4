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

/** One phone an engine and file of tests; what it is goes into the table of `npm run test:browsers`. */
async function take(id: Engine['id'], start: () => Promise<Phone>): Promise<Phone> {
  const known = phones.get(id);
  if (known) return known;
  const started = start();
  phones.set(id, started);
  keep('engines', `${id}.txt`, (await started).name);
  return started;
}

/** Nothing is left for the next file, which finds this module as it is. */
async function closeAll(): Promise<void> {
  const taken = [...phones.values()];
  phones.clear();
  for (const phone of taken) await (await phone).close();
}

/** Other engines than Chromium decode clips so slowly beside other tests that they miss them. */
const isWanted = (id: Engine['id']) => id === 'chromium' || process.env.EVERY_ENGINE === 'yes';

/**
 * A test in each engine that this machine has, if `npm run test:browsers` asks; `npm test` takes
 * Chromium alone, whatever else is there. The others are told as skipped.
 */
export function inEveryEngine(
  what: string,
  act: (phone: Phone, id: string) => Promise<void>,
): void {
  // for each file anew: this module is loaded once for many
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

/** For eyes to look at: `.cache/pictures/{engine}-{what}.png`. */
export const keepPicture = async (phone: Phone, id: string, what: string): Promise<void> =>
  keep('pictures', `${id}-${what}.png`, await phone.picture());
