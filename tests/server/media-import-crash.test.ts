import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  films,
  importedClips,
  killImportAt,
  makeFilms,
  startImport,
} from './import-crash.support.ts';
import { setUpOperator } from './operator.setup.ts';
import { hasSwift, type Swift, startSwift } from './s3/swift.ts';

const FILMS = 8;
/** The size of every other film, so that its upload has two parts. */
const LARGE_BYTES = 12 * 1024 * 1024;

setUpOperator();
const tried = test.skipIf(!hasSwift);
let swift: Swift;
beforeAll(async () => {
  if (!hasSwift) return;
  swift = await startSwift();
  await makeFilms(FILMS, (number) => (number % 2 === 0 ? 16 : LARGE_BYTES));
});
afterAll(() => swift?.stop());

/** Returns the size of a file at its public URL, in bytes; -1: the file does not exist. */
async function bytesOf(url: string): Promise<number> {
  const response = await fetch(url.replace('/media', swift.config.publicUrl), { method: 'HEAD' });
  return response.ok ? Number(response.headers.get('content-length')) : -1;
}

/** Expects that each file that the database names is complete in the store. */
async function expectWhole(): Promise<void> {
  for (const { title, url, poster } of await importedClips()) {
    expect(await bytesOf(url)).toBe((await stat(join(films(), `${title}.mp4`))).size);
    expect(await bytesOf(poster)).toBeGreaterThan(0);
  }
}

tried('a killed and repeated import into a store adds each film once and complete', async () => {
  for (const [clips, afterMs] of [
    [1, 120],
    [3, 60],
    [5, 180],
  ] as const) {
    await killImportAt(clips, afterMs, swift.env);
    await expectWhole();
  }
  expect(await startImport(swift.env).ended).toBe(0);
  const added = await importedClips();
  expect(added.map(({ title }) => title).sort()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  expect(new Set(added.map(({ url }) => url)).size).toBe(FILMS);
  await expectWhole();
  // no upload is left open: the next import has resumed each
  expect(await (await swift.send('GET', '?uploads')).text()).not.toContain('<Upload>');
});
