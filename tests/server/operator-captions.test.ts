import { access, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { videoList } from '../../server/domain/videos.ts';
import { withPath } from './ffmpeg.fake.ts';
import { CLIP, CLIPS, dataDir, domain, file, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();
beforeEach(() => domain.pool.query('truncate video restart identity'));

const cue = (words: string, start = 1) =>
  `00:0${start}.000 --> 00:0${start + 1}.500 line:10% align:end\n${words}\n`;
const vtt = (...cues: string[]) => ['WEBVTT\n', ...cues].join('\n');
const bare = (...argv: string[]) => withPath('', () => json(...argv));
const refused = async (...argv: string[]) => (await withPath('', () => run(argv))).err;

const page = { page: 1, limit: 10 };
const listed = async () => (await videoList(domain.context(), null, page)).list;

/** Adds a clip with captions in English and German. */
async function addClip() {
  const [en, de] = [
    await file('en.vtt', vtt(cue('Look, a koi'))),
    await file('de.vtt', vtt(cue('Ein Karpfen'))),
  ];
  const words = ['--captions', `en=${en}`, '--captions', `de=${de}`];
  return (await bare('videos', 'add', CLIP, ...words)).answer;
}
const addressOf = (clip: { captions: { language: string; url: string }[] }, language: string) =>
  clip.captions.find((each) => each.language === language)?.url ?? '';

test('videos add --captions: a file’s address is made from its content, and lists have the address', async () => {
  const { captions } = await addClip();
  const url = expect.stringMatching(/^\/media\/[0-9a-f]{24}\.vtt$/);
  expect(captions).toEqual([
    { language: 'en', url },
    { language: 'de', url },
  ]);
  expect(await listed()).toMatchObject([{ captions }]);
  await bare('videos', 'captions', '1', '--remove', 'en');
  await bare('videos', 'captions', '1', '--remove', 'de');
  expect((await listed())[0]).not.toHaveProperty('captions');
});

test('captions are stored with times and words, without styles, positions, notes and markup', async () => {
  const path = await file(
    'styled.vtt',
    `\ufeffWEBVTT a film\n\nSTYLE\n::cue { font-size: 900px }\n\nNOTE by Ann\n\n1\n${cue(
      '<v Ann><i>Fish</i> &amp; <c.red>chips</c> &lt;b&gt;\n\u202bشيء\u202c',
    )}`.replaceAll('\n', '\r\n'),
  );
  const { answer } = await bare('videos', 'add', CLIP, '--captions', `en=${path}`);
  expect(await readFile(join(dataDir, addressOf(answer, 'en')), 'utf8')).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nFish &amp; chips &lt;b&gt;\n\u202bشيء\u202c\n',
  );
});

test('a caption that lasts longer than its clip ends with the clip', async () => {
  const path = await file(
    'long.vtt',
    vtt('00:01.000 --> 24:00:00.000\nA\n', '00:02.000 --> 9999999:00:00.000\nB\n'),
  );
  const { answer } = await bare('videos', 'add', CLIP, '--captions', `en=${path}`);
  expect(await readFile(join(dataDir, addressOf(answer, 'en')), 'utf8')).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:12.000\nA\n\n00:00:02.000 --> 00:00:12.000\nB\n',
  );
});

test('a trial of a list refuses a caption after the longest possible clip', async () => {
  const path = await file('late.vtt', vtt('25:00:00.000 --> 26:00:00.000\nA\n'));
  const listed = await file('list.csv', `file,captions:en\n${CLIP},${path}\n`);
  const { out } = await withPath('', () =>
    run(['videos', 'import', listed, '--dry-run', '--json']),
  );
  expect(JSON.parse(out).refused[0].why).toMatch(
    /at 25:00:00\.000 comes after the clip, which has at most 300\.0 s$/,
  );
});

test.each([
  [
    'a file that is not WebVTT',
    '1\n00:01 --> 00:02\nWords\n',
    /line 1 is no WebVTT: No valid signature/,
  ],
  [
    'a decimal comma in a time',
    vtt('00:01,000 --> 00:02.000\nA\n'),
    /line 3 is no WebVTT: No decimal/,
  ],
  [
    'a caption that ends before its start',
    vtt('00:02.000 --> 00:01.000\nA\n'),
    /line 3 is no WebVTT: /,
  ],
  ['a file without captions', 'WEBVTT\n', /the file has no captions with words/],
  [
    'a caption after the end of the clip',
    vtt('01:00.000 --> 01:01.000\nA\n'),
    /at 00:01:00\.000 comes after/,
  ],
  ['a caption that is too long', vtt(cue('a'.repeat(201))), /at 00:00:01\.000 has more than 200/],
  [
    'a file with too many captions',
    vtt(...Array.from({ length: 1_001 }, () => cue('A'))),
    /1001 captions/,
  ],
  ['a file that is too large', `WEBVTT\n\n${'a'.repeat(256 * 1024)}`, /at most 256 KB/],
  [
    'a file in another encoding',
    Buffer.from('WEBVTT\n\nf\xfcr', 'latin1'),
    /line 3 is not in utf-8/,
  ],
])('%s is refused, and no clip is added', async (_, content, why) => {
  const path = join(dataDir, 'bad.vtt');
  await writeFile(path, content);
  expect(await refused('videos', 'add', CLIP, '--captions', `en=${path}`)).toMatch(why);
  expect((await json('videos', 'list')).answer).toEqual([]);
});

test('an option without a known language, or without a file, is wrong usage', async () => {
  const add = (given: string) => refused('videos', 'add', CLIP, '--captions', given);
  expect(await add('words.vtt')).toContain('--captions must name a language and a file');
  expect(await add('en=')).toContain('not "en="');
  expect(await add('xx=words.vtt')).toContain('"xx" is no language of the app');
  expect(await add('en=words.vtt')).toContain('words.vtt: there is no such file');
});

test('videos captions: adds, replaces and removes files, and names the removed files', async () => {
  const clip = await addClip();
  const path = await file('new.vtt', vtt(cue('Look there')));
  const { answer } = await bare('videos', 'captions', '1', '--add', `en=${path}`);
  expect(addressOf(answer, 'en')).not.toBe(addressOf(clip, 'en'));
  expect(answer.gone).toEqual([addressOf(clip, 'en')]);
  await expect(access(join(dataDir, addressOf(clip, 'en')))).rejects.toThrow('ENOENT');
  const removed = (await bare('videos', 'captions', '1', '--remove', 'de')).answer;
  expect(removed.captions).toEqual([{ language: 'en', url: addressOf(answer, 'en') }]);
  expect((await bare('videos', 'captions', '1')).answer.captions).toEqual(removed.captions);
  expect(await refused('videos', 'captions', '1', '--remove', 'de')).toBe(
    'video 1 has no captions in de',
  );
  const log = (await json('audit', 'list', '--action', 'videos captions')).answer;
  const before = log.map(({ what }: { what: { before: unknown } }) => what.before);
  expect(before).toEqual(expect.arrayContaining([clip.captions, answer.captions]));
});

test('a file that another clip has stays until the last clip with it is disabled', async () => {
  const clip = await addClip();
  const rain = join(CLIPS, 'rain.mp4');
  const path = await file('same.vtt', vtt(cue('Look, a koi')));
  await bare('videos', 'add', rain, '--captions', `en=${path}`);
  const url = addressOf(clip, 'en');
  expect((await bare('videos', 'captions', '1', '--remove', 'en')).answer.gone).toEqual([]);
  await access(join(dataDir, url));
  expect((await bare('videos', 'disable', '2')).answer.gone).toContain(url);
});

test('videos list --without-captions: lists enabled clips without captions', async () => {
  await addClip();
  await bare('videos', 'add', join(CLIPS, 'rain.mp4'));
  const { answer } = await json('videos', 'list', '--without-captions');
  expect(answer.map(({ id }: { id: number }) => id)).toEqual([2]);
});

test('an import takes captions by language, and a trial reports those that it would refuse', async () => {
  const folder = join(dataDir, 'films');
  await mkdir(folder, { recursive: true });
  await copyFile(CLIP, join(folder, 'koi.mp4'));
  await writeFile(join(folder, 'koi.en.vtt'), vtt(cue('Look, a koi')));
  const list = join(folder, 'list.csv');
  await writeFile(list, 'file,captions:en,captions:de\nkoi.mp4,koi.en.vtt,\n');
  const trial = await bare('videos', 'import', list, '--dry-run');
  expect(trial.answer).toMatchObject({ done: [{ note: 'would be added' }] });
  await bare('videos', 'import', list);
  expect((await json('videos', 'list')).answer).toMatchObject([{ captions: [{ language: 'en' }] }]);
  await writeFile(join(folder, 'koi.en.vtt'), 'Look');
  await domain.pool.query('truncate video');
  const again = await withPath('', () => run(['videos', 'import', list, '--dry-run']));
  expect(again.out).toMatch(/line 2, koi\.mp4: .*line 1/);
});
