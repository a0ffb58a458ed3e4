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

/** The document that is sent now; null: none. */
async function sent(): Promise<string | null> {
  time += 1_000;
  return (await app.current())?.document ?? null;
}

test('a page whose scripts are not all there is not sent, until they are', async () => {
  await writePage('one', 'index-1.js', 'second-1.js');
  await writeScript('index-1.js');
  expect(await sent()).toBeNull();
  await writeScript('second-1.js');
  expect(await sent()).toBe('one');
});

test('a deployment that is half there changes nothing, and a whole one takes effect', async () => {
  await writeScript('index-1.js');
  await writePage('one', 'index-1.js');
  expect(await sent()).toBe('one');
  await writePage('another', 'index-2.js');
  expect(await sent()).toBe('one');
  await writeScript('index-2.js');
  expect(await sent()).toBe('another');
});

test('a page whose scripts have gone is not sent any more', async () => {
  await writeScript('index-1.js');
  await writePage('one', 'index-1.js');
  expect(await sent()).toBe('one');
  await unlink(join(folder, 'assets/index-1.js'));
  expect(await sent()).toBeNull();
});

test('what is no build is not sent, nor anything where there is no folder', async () => {
  await writeFile(join(folder, 'index.html'), '<html>');
  expect(await sent()).toBeNull();
  await rm(folder, { recursive: true });
  expect(await sent()).toBeNull();
});

test('it is looked for once a second', async () => {
  await writeScript('index-1.js');
  await writePage('one', 'index-1.js');
  expect(await sent()).toBe('one');
  await unlink(join(folder, 'assets/index-1.js'));
  time += 999;
  expect((await app.current())?.document).toBe('one');
});
