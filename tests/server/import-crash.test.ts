import { mkdir, readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import {
  films,
  importedClips,
  killImportAt,
  makeFilms,
  startImport,
} from './import-crash.support.ts';
import { dataDir, setUpOperator } from './operator.setup.ts';

/** Default of the short run in `npm test`; `npm run test:import` sets a higher value. */
const FILMS = Number(process.env.IMPORT_FILMS ?? 60);
const KILLS = Number(process.env.IMPORT_KILLS ?? 8);
/** Time limit on a busy machine. */
const LONGEST_MS = 120_000 + FILMS * 1_000;

setUpOperator();
beforeAll(() => makeFilms(FILMS, () => 16));

test(
  `an import of ${FILMS} films that is killed ${KILLS} times adds each film once and complete`,
  async () => {
    const moments = fc.sample(
      fc.tuple(fc.integer({ min: 0, max: FILMS - 1 }), fc.integer({ min: 0, max: 60 })),
      KILLS,
    );
    for (const [clips, afterMs] of moments.sort(([one], [other]) => one - other)) {
      await killImportAt(clips, afterMs);
    }
    expect(await startImport().ended).toBe(0);
    const rows = await importedClips();
    expect(new Set(rows.map(({ title }) => title)).size).toBe(FILMS);
    expect(rows).toHaveLength(FILMS);
    expect(new Set(rows.map(({ made_from }) => made_from)).size).toBe(FILMS);
    for (const { title, url } of rows) {
      const [given, stored] = [join(films(), `${title}.mp4`), join(dataDir, url)];
      expect((await stat(stored)).size).toBe((await stat(given)).size);
    }
  },
  LONGEST_MS,
);

test('an import removes drafts that a killed import left hours ago', async () => {
  const media = join(dataDir, 'media');
  const drafts = async () => (await readdir(media)).filter((name) => name.endsWith('.part'));
  await mkdir(join(media, '.0123456789abcdef.part'));
  await mkdir(join(media, '.fedcba9876543210.part'));
  const hoursAgo = Date.now() / 1000 - 3 * 3_600;
  for (const name of await drafts()) await utimes(join(media, name), hoursAgo, hoursAgo);
  // the draft of a command that is running
  await mkdir(join(media, '.0000000000000000.part'));
  expect(await startImport().ended).toBe(0);
  expect(await drafts()).toEqual(['.0000000000000000.part']);
});
