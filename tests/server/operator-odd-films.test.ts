import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ffmpeg, hasFfmpeg, input } from '../../server/operator/media/ffmpeg.ts';
import { films } from '../odd/films.ts';
import { withPath } from './ffmpeg.fake.ts';
import { withWatchedFfmpeg } from './ffmpeg.watched.ts';
import { dataDir, domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

const folder = () => join(dataDir, 'odd');
const film = (name: string) => join(folder(), name);
const add = (name: string) => ['videos', 'add', film(name), '--title', name];
const media = () => readdir(join(dataDir, 'media')).catch(() => [] as string[]);
const stored = (url: string) => join(dataDir, url);

/** Reads properties of a published file's picture with ffprobe. */
async function look(url: string, ...entries: string[]): Promise<Record<string, unknown>> {
  const args = ['-v', 'error', '-of', 'json', '-select_streams', 'v:0', '-count_frames'];
  const asked = ['-show_entries', `stream=${entries.join()}`, stored(url)];
  const { stdout } = await promisify(execFile)('ffprobe', [...args, ...asked]);
  return JSON.parse(stdout).streams[0];
}

/** Without these encoders no smaller copies are tried; the film itself is still converted. */
const ENCODERS = "'libx264\\|libsvtav1\\|libaom-av1'";

const PIXELS = 'sample_aspect_ratio';

/** Measures the brightness of a film's first frame: mean, and threshold of the brightest tenth. */
async function lightOf(path: string): Promise<{ mean: number; bright: number }> {
  const filters = 'format=yuv420p,signalstats,metadata=print:file=-';
  const args = ['-v', 'error', '-i', path, '-frames:v', '1', '-vf', filters, '-f', 'null', '-'];
  const { stdout } = await promisify(execFile)('ffmpeg', args);
  const read = (name: string) => Number(new RegExp(`${name}=([\\d.]+)`).exec(stdout)?.[1]);
  return { mean: read('YAVG'), bright: read('YHIGH') };
}

const isHere = await hasFfmpeg();
const real = test.runIf(isHere);

beforeAll(async () => {
  if (!isHere) return;
  await mkdir(folder());
  for (const [name, make] of Object.entries(films)) await make(folder(), name);
});

afterEach(() => domain.pool.query('delete from video'));

real.each([
  ['playlist.mp4', 'is no film: no MP4, QuickTime, Matroska, WebM or AVI file'],
  ['manifest.mp4', 'is no film: no MP4, QuickTime, Matroska, WebM or AVI file'],
  ['list.mp4', 'is no film: no MP4, QuickTime, Matroska, WebM or AVI file'],
  ['cut.mp4', 'is cut off'],
  ['cut-phone.mp4', 'is no whole MP4 file'],
  ['cut.webm', /is damaged: only .* s of its .* s can be read|cannot be decoded to its end: .*/],
  ['zeros.mp4', /cannot be decoded to its end: it is damaged, or this ffmpeg .*/],
  ['zeros-phone.mp4', /cannot be decoded to its end: it is damaged, or this ffmpeg .*/],
  ['long.mp4', 'is longer than 5 minutes'],
])('%s is refused: %s', async (name, words) => {
  const before = await media();
  const { status, err } = await run(add(name));
  expect([status, err]).toEqual([
    1,
    typeof words === 'string' ? `${film(name)} ${words}` : expect.stringMatching(words),
  ]);
  expect(await media()).toEqual(before);
});

real('a film that is too long is refused before ffmpeg opens it', async () => {
  const { result, starts } = await withWatchedFfmpeg(() => run(add('long.mp4')));
  expect(result.err).toBe(`${film('long.mp4')} is longer than 5 minutes`);
  expect(starts.filter(({ tool }) => tool === 'ffmpeg').map(({ words }) => words)).toEqual([
    '-version',
  ]);
});

real('ffmpeg gets one file as one format, in a separate folder, within limits', async () => {
  const { result, starts } = await withWatchedFfmpeg(() => run(add('plain.webm')));
  expect(result).toMatchObject({ status: 0, err: '' });
  const works = starts.filter(({ words }) => words.includes(' -i '));
  expect(works.map(({ words }) => words).join('\n')).toMatch(/libx264.*mjpeg/s);
  const memory = process.platform === 'linux' ? '8388608' : '.*';
  for (const { limits, folder, words } of works) {
    expect(limits).toMatch(new RegExp(`^409600,${memory},0$`));
    expect(folder).toMatch(new RegExp(`^${join(dataDir, 'media')}/\\.[0-9a-f]{16}\\.part$`));
    for (const before of words.split(' -i file:').slice(0, -1)) {
      expect(before).toMatch(/-protocol_whitelist file -format_whitelist (\w+) -f \1$/);
    }
    expect(words.split(' -i ')).toHaveLength(words.split(' -i file:').length);
  }
});

real.each(['playlist.mp4', 'manifest.mp4', 'list.mp4'])(
  'ffmpeg reads no other file for %s',
  async (name) => {
    for (const format of ['mov', 'matroska', 'avi'] as const) {
      const reading = [...input(film(name), format), '-f', 'null', '-'];
      await expect(ffmpeg(reading, { folder: folder() })).rejects.toThrow(/Invalid|EBML|RIFF/);
    }
  },
);

real('a 4K film is converted, or refused without ffmpeg', async () => {
  const picture = [
    '-f',
    'lavfi',
    '-i',
    'color=c=teal:s=2160x3840:r=2:d=1.2',
    '-pix_fmt',
    'yuv420p',
  ];
  const file = ['-preset', 'ultrafast', '-movflags', '+faststart', film('4k.mp4')];
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...picture, ...file]);
  const refused = await withPath('', () => run(add('4k.mp4')));
  expect(refused).toMatchObject({
    status: 1,
    err: `${film('4k.mp4')} has 2160x3840 pixels, more than 1080x1920`,
  });
  // another test covers the twelve tries at smaller copies
  const { result } = await withWatchedFfmpeg(() => json(...add('4k.mp4')), ENCODERS);
  const { answer } = result;
  expect(answer).toMatchObject({ width: 720, height: 1280 });
  expect(await look(answer.url, 'width', 'height')).toEqual({ width: 720, height: 1280 });
});

real('a phone’s index is moved to the front, and its picture is not encoded again', async () => {
  const { result, starts } = await withWatchedFfmpeg(() => json(...add('phone.mp4')));
  const { answer } = result;
  const written = starts.filter(({ words }) => words.includes('faststart'));
  expect(written.map(({ words }) => words)).toEqual([
    expect.stringMatching(/-c:v copy .*faststart/),
  ]);
  expect(starts.filter(({ words }) => words.includes('libx264'))).toEqual([]);
  const file = await readFile(stored(answer.url));
  expect(file.indexOf('moov')).toBeLessThan(file.indexOf('mdat'));
  // the frames are unchanged: x264 writes a note into each film that it encodes
  const [own, kept] = [await readFile(film('phone.mp4')), file].map((bytes) =>
    bytes.subarray(bytes.indexOf('x264 - core'), bytes.indexOf('x264 - core') + 700),
  );
  expect(kept).toEqual(own);
});

real('the poster of a film with a single frame is that frame', async () => {
  const { answer } = await json(...add('one-frame.mp4'));
  const poster = await readFile(stored(answer.poster));
  expect([poster.subarray(0, 3).toString('hex'), poster.length > 500]).toEqual(['ffd8ff', true]);
  expect(answer.duration_ms).toBeGreaterThan(9_000);
});

real('a cover picture before the film is not taken for the film', async () => {
  const { answer } = await json(...add('cover-first.mp4'));
  expect(await look(answer.url, 'nb_read_frames')).toMatchObject({ nb_read_frames: '20' });
});

real.each([
  ['wide-pixels.mp4', 16 / 9],
  ['tall-pixels.mp4', 9 / 16],
])('%s: every file has the shape that the screen shows', async (name, shape) => {
  const { answer } = await json(...add(name));
  const copies = answer.sources.map(({ url }: { url: string }) => url);
  expect(copies.length).toBeGreaterThan(1);
  for (const url of [answer.url, ...copies, answer.poster]) {
    const { width, height, ...pixels } = await look(url, ...['width', 'height'], PIXELS);
    expect(pixels, url).toSatisfy((given) => !(PIXELS in given) || given[PIXELS] === '1:1');
    // width and height are even numbers
    expect(Math.abs(Number(width) - Number(height) * shape), url).toBeLessThanOrEqual(2);
  }
  expect(Math.abs(answer.width - answer.height * shape)).toBeLessThanOrEqual(2);
});

real.each(['hlg.mp4', 'pq.mp4'])(
  '%s is converted to ordinary colours, and tagged with them',
  async (name) => {
    const { answer } = await json(...add(name));
    const tags = ['pix_fmt', 'color_space', 'color_transfer', 'color_primaries'];
    expect(await look(answer.url, ...tags)).toMatchObject({
      pix_fmt: 'yuv420p',
      color_space: 'bt709',
      color_transfer: 'bt709',
      color_primaries: 'bt709',
    });
    const [own, made] = await Promise.all([lightOf(film('sdr.mp4')), lightOf(stored(answer.url))]);
    // of 219 steps from black to white; if only the tags change, the brightest tenth lacks 40 steps
    expect(Math.abs(made.mean - own.mean)).toBeLessThan(8);
    expect(Math.abs(made.bright - own.bright)).toBeLessThan(30);
  },
);

real.each([
  ['hlg.mp4', 'zscale', 'HLG'],
  ['pq.mp4', 'tonemap', 'PQ'],
])('%s is refused if ffmpeg cannot map its brightness: no %s', async (name, filter, hdr) => {
  const { result, starts } = await withWatchedFfmpeg(() => run(add(name)), filter);
  expect(result).toMatchObject({
    status: 1,
    err: `${film(name)} is HDR (${hdr}), and the ffmpeg here lacks zscale or tonemap to give it ordinary colours`,
  });
  expect(starts.filter(({ words }) => words.includes('libx264'))).toEqual([]);
});

real('without ffmpeg the shape on screen is stored too, and a playlist is refused', async () => {
  const { answer } = await withPath('', () => json(...add('wide-pixels.mp4')));
  expect(answer).toMatchObject({ width: 1024, height: 576 });
  const refused = await withPath('', () => run(add('playlist.mp4')));
  expect(refused).toMatchObject({
    status: 1,
    err: `${film('playlist.mp4')} is no whole MP4 file`,
  });
});
