import { access, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { withPath } from './ffmpeg.fake.ts';
import { CLIPS, dataDir, domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

let folder: string;

beforeAll(async () => {
  folder = join(dataDir, 'films');
  await mkdir(folder);
  for (const name of ['koi.mp4', 'koi.webp', 'rain.mp4']) {
    await copyFile(join(CLIPS, name), join(folder, name));
  }
  await writeFile(join(folder, 'broken.mp4'), 'no film');
  await writeFile(join(folder, 'notes.txt'), 'no film either');
});
beforeEach(() => domain.pool.query('truncate video restart identity'));

/** Runs the command in the parent folder of the films, on a machine without ffmpeg. */
const importFrom = (...words: string[]) =>
  withPath('', () => run(['videos', 'import', ...words], { INIT_CWD: dataDir }));
const list = (lines: string[]) => writeFile(join(folder, 'list.csv'), lines.join('\r\n'));
const videos = async () => (await json('videos', 'list')).answer;

test('a list: each line is added as a clip with its values, and refused lines are named', async () => {
  await list([
    'file;title;title:de;reward;watch_seconds;poster;pin',
    'koi.mp4;Koi;Karpfen;0.2;5;koi.webp;yes',
    'broken.mp4;;;;;;',
    'rain.mp4;;;;900;;',
    ';Nothing;;;;;',
    'rain.mp4;;;much;;;',
    'rain.mp4;;;;;;',
  ]);
  const { status, out } = await importFrom('films/list.csv', '--author', 'Ann');
  expect(status).toBe(1);
  expect(out.split('\n')).toEqual([
    expect.stringMatching(/^file +id +note$/),
    expect.stringMatching(/^line 2, koi\.mp4 +1 +no renditions/),
    expect.stringMatching(/^line 7, rain\.mp4 +\d+ +no renditions/),
    expect.stringMatching(/^line 3, broken\.mp4: \S+ is no whole MP4 file$/),
    'line 4, rain.mp4: nobody can watch 900 s of a clip of 10.0 s',
    'line 5, no file: the column file is empty',
    'line 6, rain.mp4: --reward must be an amount with at most four places, not "much"',
  ]);
  expect(await videos()).toMatchObject([
    {
      ...{ title: 'Koi', author: 'Ann', reward: '0.2000', watch_seconds: 5, pinned: true },
      poster: expect.stringMatching(/\.webp$/),
      texts: { title: { de: 'Karpfen' } },
    },
    { title: 'rain', author: 'Ann', reward: null, pinned: false },
  ]);
  const { answer } = await json('audit', 'list', '--action', 'videos import');
  expect(answer).toHaveLength(2);
});

test('a list may set each clip’s audience and schedule; the command’s options apply to lines without a value', async () => {
  await list([
    'file,source address,language,countries,until',
    'koi.mp4,https://ann.example/koi,PT-pt,"PT, AO",',
    'rain.mp4,,,,2026-03-31',
  ]);
  await importFrom(
    'films/list.csv',
    '--language',
    'de',
    '--countries',
    'AT',
    '--licence',
    'CC BY 4.0',
  );
  expect(await videos()).toMatchObject([
    {
      ...{ language: 'pt-PT', countries: ['PT', 'AO'] },
      ...{ licence: 'CC BY 4.0', source_address: 'https://ann.example/koi' },
    },
    { language: 'de', countries: ['AT'], until: '2026-03-31T00:00:00.000Z', enabled: false },
  ]);
  const edited = await json(
    ...['videos', 'edit', '1', '--language', 'none', '--countries', 'none'],
  );
  expect(edited.answer).toMatchObject({ language: null, countries: null });
  const [entry] = (await json('audit', 'list', '--action', 'videos edit')).answer;
  expect(entry.what.before).toEqual({ language: 'pt-PT', countries: ['PT', 'AO'] });
  for (const [option, why] of [
    ['--language=xx', '--language must be a language of the app, not "xx": en, ar, '],
    ['--licence=', '--licence must have 1 to 60 characters'],
    ['--source-address=javascript:1', '--source-address must be an address such as'],
    ['--countries=Austria', '--countries must be codes such as IN,BR, not "Austria"'],
  ] as const) {
    expect((await run(['videos', 'edit', '1', option])).err).toContain(why);
  }
});

test('a language is accepted in upper or lower case, and stored as the app writes it', async () => {
  await list(['file,Title:PT-pt,author:pt_PT,title: de', 'koi.mp4,Carpa,Ana,Karpfen']);
  expect((await importFrom('films/list.csv')).status).toBe(0);
  const [{ texts }] = await videos();
  expect(texts).toEqual({ title: { 'pt-PT': 'Carpa', de: 'Karpfen' }, author: { 'pt-PT': 'Ana' } });
});

test('an author by language is used for lines without an author', async () => {
  await list(['file,author', 'koi.mp4,Bo', 'rain.mp4,']);
  await importFrom('films/list.csv', '--author', 'Ann', '--author', 'de=Anna');
  expect(await videos()).toMatchObject([
    { author: 'Bo', texts: {} },
    { author: 'Ann', texts: { author: { de: 'Anna' } } },
  ]);
});

test('a folder: each film is a clip, a picture of the same name its poster; other files are ignored', async () => {
  const { status, out } = await importFrom('films', '--reward', '0.3');
  expect(status).toBe(1);
  expect(out).not.toContain('notes.txt');
  const [koi, rain, ...others] = await videos();
  expect(others).toEqual([]);
  expect([koi.title, rain.title, koi.reward]).toEqual(['koi', 'rain', '0.3000']);
  expect(koi.poster).toMatch(/\.webp$/);
});

test('a second import skips existing clips, also disabled clips and clips of earlier versions', async () => {
  await list(['file', 'koi.mp4', 'rain.mp4']);
  await withPath('', () => run(['videos', 'add', join(folder, 'koi.mp4')]));
  // an older server has stored no `made_from`
  await domain.pool.query('update video set made_from = null');
  expect((await importFrom('films/list.csv')).status).toBe(0);
  await run(['videos', 'disable', '2']);
  const { status, out } = await importFrom('films/list.csv', '--json');
  expect(status).toBe(0);
  expect(JSON.parse(out).done).toMatchObject([
    { word: 'line 2, koi.mp4', id: 1, note: 'is there already' },
    { word: 'line 3, rain.mp4', id: 2, note: 'is there already' },
  ]);
  expect((await videos()).map(({ enabled }: { enabled: boolean }) => enabled)).toEqual([
    true,
    false,
  ]);
});

test('--dry-run checks each clip, adds none, and logs nothing', async () => {
  await list(['file,reward', 'koi.mp4,0.2', 'broken.mp4,', 'none.mp4,', 'rain.mp4,much']);
  const entries = async () => (await json('audit', 'list', '--limit', '100000')).answer.length;
  const before = await entries();
  const { status, out } = await importFrom('films/list.csv', '--dry-run');
  expect(status).toBe(1);
  expect(out).toMatch(/line 2, koi\.mp4 .*would be added/);
  expect(out).toMatch(/line 3, broken\.mp4: \S+ is no whole MP4 file/);
  expect(out).toMatch(/none\.mp4 cannot be read: there is no such file/);
  expect(out).toContain('line 5, rain.mp4: --reward must be');
  expect(await videos()).toEqual([]);
  expect(await entries()).toBe(before);
});

test('--dry-run reports a film that appears twice in the list', async () => {
  await copyFile(join(folder, 'koi.mp4'), join(folder, 'same.mp4'));
  await list(['file', 'koi.mp4', 'same.mp4', 'koi.mp4', 'rain.mp4']);
  const notesOf = async () => {
    const { out } = await importFrom('films/list.csv', '--dry-run', '--json');
    return JSON.parse(out).done.map(({ note }: { note: string }) => note);
  };
  const twice = 'an earlier line adds the same clip';
  const notes = ['would be added', twice, twice, 'would be added'];
  expect(await notesOf()).toEqual(notes);
  // a trial stores nothing, so the next trial has the same notes
  expect(await notesOf()).toEqual(notes);
});

test('--dry-run refuses what the import refuses: a poster, and a watch time above the duration', async () => {
  await list([
    'file,watch-seconds,poster',
    'koi.mp4,,notes.txt',
    'koi.mp4,,http://cdn.example/koi.webp',
    'koi.mp4,,none.webp',
    'rain.mp4,900,',
  ]);
  const whyOf = async (...words: string[]) =>
    JSON.parse((await importFrom('films/list.csv', '--json', ...words)).out).refused;
  const refused = await whyOf('--dry-run');
  expect(refused).toHaveLength(4);
  expect(refused).toEqual(await whyOf());
});

test.each([
  [['file,owner', 'koi.mp4,Ann'], 'the column "owner" is not known'],
  [['file,', 'koi.mp4,Koi'], 'line 2 has a value in a column without a name'],
  [['file,title:xx', 'koi.mp4,Koi'], 'the column "title:xx" names no language of the app'],
  [
    ['file,watch-seconds,watch_seconds', 'koi.mp4,3,4'],
    'the column "watch_seconds" is there twice',
  ],
  [['title', 'Koi'], 'the first line must name the columns: file'],
  [['file,title', '"koi.mp4,Koi'], 'line 2: a quote is not closed'],
  [['file'], 'names no clip'],
])('a faulty list is refused before anything is added: %j', async (lines, why) => {
  await list(lines);
  const { status, err } = await importFrom('films/list.csv');
  expect(status).toBeGreaterThan(0);
  expect(err).toContain(why);
  expect(await videos()).toEqual([]);
});

test('a missing list is named', async () => {
  expect(await importFrom('none.csv')).toMatchObject({
    status: 1,
    err: 'none.csv: there is no such file',
  });
});

test('a clip is recognized by its film, not by its file name', async () => {
  await list(['file,,', 'koi.mp4,,']);
  await importFrom('films/list.csv');
  await copyFile(join(folder, 'koi.mp4'), join(folder, 'carp.mp4'));
  await list(['file', 'carp.mp4', 'rain.mp4']);
  await importFrom('films/list.csv');
  expect((await videos()).map(({ title }: { title: string }) => title)).toEqual(['koi', 'rain']);
});

test('concurrent imports add each film once, and keep the files of the films that they add', async () => {
  const names = ['koi.mp4', 'rain.mp4'];
  await list(['file', ...names]);
  const words = ['videos', 'import', 'films/list.csv', '--json'];
  const both = await withPath('', () =>
    Promise.all([1, 2].map(() => run(words, { INIT_CWD: dataDir }))),
  );
  const refused = both.flatMap(({ out }) => JSON.parse(out).refused);
  for (const { why } of refused)
    expect(why).toMatch(/is being added by another command: try again/);
  const added = await videos();
  expect(added.map(({ title }: { title: string }) => title).sort()).toEqual(['koi', 'rain']);
  for (const { url } of added) await access(join(dataDir, url));
});
