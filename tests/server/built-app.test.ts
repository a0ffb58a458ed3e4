import { mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { BuiltApp, fileList } from '../../server/http/built-app.ts';

let folder: string;
let time: number;
let app: BuiltApp;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clipurse-built-'));
  await mkdir(join(folder, 'assets'));
  time = 0;
  app = new BuiltApp(folder, () => new Date(time));
  return () => rm(folder, { recursive: true, force: true });
});

const writeScript = (name: string) => writeFile(join(folder, 'assets', name), '');
const writePage = (text: string, ...files: string[]) =>
  writeFile(join(folder, 'index.html'), text + fileList(files));

/** Advances the time by a second. @returns the document that the server then sends; null: none */
async function sent(): Promise<string | null> {
  time += 1_000;
  return (await app.current())?.document ?? null;
}

test('a page is sent only once all of its scripts exist', async () => {
  await writePage('one', 'index-1.js', 'second-1.js');
  await writeScript('index-1.js');
  expect(await sent()).toBeNull();
  await writeScript('second-1.js');
  expect(await sent()).toBe('one');
});

test('an incomplete deployment changes nothing, a complete one takes effect', async () => {
  await writeScript('index-1.js');
  await writePage('one', 'index-1.js');
  expect(await sent()).toBe('one');
  await writePage('another', 'index-2.js');
  expect(await sent()).toBe('one');
  await writeScript('index-2.js');
  expect(await sent()).toBe('another');
});

test('a page is no longer sent once one of its scripts is deleted', async () => {
  await writeScript('index-1.js');
  await writePage('one', 'index-1.js');
  expect(await sent()).toBe('one');
  await unlink(join(folder, 'assets/index-1.js'));
  expect(await sent()).toBeNull();
});

test('nothing is sent from a folder without a build, or where the folder is missing', async () => {
  await writeFile(join(folder, 'index.html'), '<html>');
  expect(await sent()).toBeNull();
  await rm(folder, { recursive: true });
  expect(await sent()).toBeNull();
});

test('the folder is read at most once a second', async () => {
  await writeScript('index-1.js');
  await writePage('one', 'index-1.js');
  expect(await sent()).toBe('one');
  await unlink(join(folder, 'assets/index-1.js'));
  time += 999;
  expect((await app.current())?.document).toBe('one');
});
