import { execFile } from 'node:child_process';
import { access, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { lookAtTools } from '../../server/operator/doctor/machine.ts';
import { hasFfmpeg } from '../../server/operator/media/ffmpeg.ts';
import { makePreview } from '../../server/operator/media/preview.ts';
import { fakeFfmpeg, withPath } from './ffmpeg.fake.ts';
import { CLIP, CLIPS, dataDir, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

const POSTER = ['--poster', join(CLIPS, 'koi.webp')];
const bare = (...argv: string[]) => withPath('', () => json(...argv));

async function withFfmpeg(...argv: string[]) {
  const ffmpeg = await fakeFfmpeg();
  try {
    return await withPath(ffmpeg.folder, () => json(...argv));
  } finally {
    await ffmpeg.remove();
  }
}

test('videos previews: makes missing previews, which are removed with their clip', async () => {
  const { id, preview } = (await bare('videos', 'add', CLIP, '--title', 'Koi', ...POSTER)).answer;
  expect(preview).toBe(null);
  for (const words of [['previews'], ['renditions', String(id)]]) {
    expect(await withPath('', () => run(['videos', ...words]))).toEqual({
      status: 1,
      out: '',
      err: 'ffmpeg is missing: install it first',
    });
  }
  const [made] = (await withFfmpeg('videos', 'previews')).answer;
  expect(made).toEqual({ id, preview: expect.stringMatching(/^\/media\/\w{24}\.jpg$/) });
  await access(join(dataDir, made.preview));
  expect((await withFfmpeg('videos', 'previews')).answer).toEqual([]);
  expect((await bare('videos', 'disable', String(id))).answer.gone).toContain(made.preview);
});

test.runIf(await hasFfmpeg()).each([
  ['as tall as a phone', '540x960'],
  ['wide', '720x406'],
  ['tiny', '16x16'],
])(
  'a preview has 1200 by 630 pixels and at most 300 KB, from a poster that is %s',
  async (_, size) => {
    await mkdir(dataDir, { recursive: true });
    const poster = join(dataDir, 'noise.png');
    // noise makes the largest JPEG files
    const noise = `nullsrc=s=${size},geq=random(1)*255:128:128`;
    const made = ['-v', 'error', '-y', '-f', 'lavfi', '-i', noise, '-frames:v', '1', poster];
    await promisify(execFile)('ffmpeg', made);
    const preview = join(dataDir, 'preview.jpg');
    await makePreview(poster, preview, { folder: dataDir });
    expect((await stat(preview)).size).toBeLessThanOrEqual(300_000);
    const asked = [
      '-v',
      'error',
      '-show_entries',
      'stream=width,height',
      '-of',
      'csv=p=0',
      preview,
    ];
    expect((await promisify(execFile)('ffprobe', asked)).stdout.trim()).toBe('1200,630');
  },
);

test('doctor reports the limits without ffmpeg', async () => {
  expect(await withPath('', lookAtTools)).toMatchObject({
    what: 'ffmpeg',
    verdict: 'warning',
    says: 'ffmpeg is missing: only MP4 films with H.264 can be added, and clips get no smaller copies',
  });
});
