import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { withPath } from './ffmpeg.fake.ts';
import { compiled } from './http/process.ts';
import { CLIPS, dataDir, domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

beforeAll(async () => {
  for (const name of ['koi.mp4', 'rain.mp4', 'aurora.mp4']) {
    await copyFile(join(CLIPS, name), join(dataDir, name));
  }
  await writeFile(join(dataDir, 'broken.mp4'), 'no film');
});
beforeEach(() => domain.pool.query('truncate video restart identity'));

/** Runs `videos add` in the folder of the clips, on a machine without ffmpeg. */
const add = (...words: string[]) =>
  withPath('', () => run(['videos', 'add', ...words], { INIT_CWD: dataDir }));

const titles = async () =>
  (await json('videos', 'list')).answer.map(({ title }: { title: string }) => title);

test('videos add FILE FILE: each file is added under its name, with a separate entry in the log', async () => {
  const { status, out, err } = await add('koi.mp4', 'rain.mp4', '--reward', '0.2');
  expect([status, err]).toEqual([0, '']);
  expect(out.split('\n')).toEqual([
    expect.stringMatching(/^file +id +note$/),
    expect.stringMatching(/^koi\.mp4 +1 +no renditions: ffmpeg is not installed$/),
    expect.stringMatching(/^rain\.mp4 +2 +no renditions: ffmpeg is not installed$/),
  ]);
  expect(await titles()).toEqual(['koi', 'rain']);
  const { answer } = await json('audit', 'list', '--action', 'videos add');
  expect(answer.map(({ what }: { what: object }) => what)).toEqual([
    expect.objectContaining({ words: ['koi.mp4'], reward: '0.2' }),
    expect.objectContaining({ words: ['rain.mp4'], reward: '0.2' }),
  ]);
});

test('a refused file is named with its reason, the others are added, and the status is 1', async () => {
  const { status, out, err } = await add(
    'broken.mp4',
    'koi.mp4',
    'none.mp4',
    'koi.mp4',
    'http://a/b.mp4',
    'rain.mp4',
  );
  expect([status, err]).toEqual([1, '']);
  const lines = out.split('\n');
  expect(lines.slice(1, 3).map((line) => line.split(' ')[0])).toEqual(['koi.mp4', 'rain.mp4']);
  expect(lines.slice(3)).toEqual([
    expect.stringMatching(/^\/\S+\/broken\.mp4 is no whole MP4 file$/),
    expect.stringMatching(/^\/\S+\/none\.mp4 cannot be read: there is no such file$/),
    expect.stringMatching(/^koi\.mp4: this clip is video \d+ already$/),
    expect.stringMatching(/^http:\/\/a\/b\.mp4 must be an address that begins with "https:"/),
  ]);
  expect(await titles()).toEqual(['koi', 'rain']);
  const told = await add('aurora.mp4', 'none.mp4', '--json');
  expect(told.status).toBe(1);
  expect(JSON.parse(told.out)).toMatchObject({
    done: [{ word: 'aurora.mp4', title: 'aurora', enabled: true }],
    refused: [{ word: 'none.mp4', why: expect.stringContaining('none.mp4') }],
  });
});

test('one file: the answer is a single clip, and its title is the file’s name', async () => {
  const { out, status } = await add('koi.mp4', '--json');
  expect([status, JSON.parse(out)]).toEqual([0, expect.objectContaining({ title: 'koi' })]);
});

test.each(['title', 'poster'])('--%s takes one file only', async (option) => {
  expect(await add('koi.mp4', 'rain.mp4', `--${option}`, 'x')).toMatchObject({
    status: 2,
    out: '',
    err: expect.stringMatching(new RegExp(`^--${option} works with one file only\nUsage:`)),
  });
  expect(await titles()).toEqual([]);
});

test('the help describes the conversion and its time', async () => {
  const { out } = await run(['videos', 'add', '--help']);
  expect(out).toMatch(/ffmpeg converts other films .* several times as long as a clip lasts/);
  expect(out).toContain('FILE|URL… [--title T]');
});

test('interrupted at the first file: the files that were not tried are named', async () => {
  const tools = join(dataDir, 'tools');
  await mkdir(tools);
  await writeFile(join(tools, 'ffmpeg'), '#!/bin/sh\nkill -INT $PPID\nexit 1\n');
  await chmod(join(tools, 'ffmpeg'), 0o755);
  const argv = ['server/operator/main.ts', 'videos', 'add', 'koi.mp4', 'rain.mp4', 'aurora.mp4'];
  const place = { DATABASE_URL: domain.url, DATA_DIR: dataDir, INIT_CWD: dataDir };
  const env = { ...compiled, PATH: tools, ...place };
  const lines = ['no clip is added', 'koi.mp4: the command was interrupted', 'rain.mp4: not tried'];
  await expect(promisify(execFile)(process.execPath, argv, { env })).rejects.toMatchObject({
    code: 1,
    stdout: [...lines, 'aurora.mp4: not tried', ''].join('\n'),
  });
  const left = await readdir(join(dataDir, 'media'));
  expect(left.filter((name) => name.endsWith('.part'))).toEqual([]);
});
