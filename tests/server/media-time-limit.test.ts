import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyDecodable, verifyPictureDecodable } from '../../server/operator/media/convert.ts';
import type { Workspace } from '../../server/operator/media/ffmpeg.ts';
import type { Film } from '../../server/operator/media/probe.ts';
import { withPath } from './ffmpeg.fake.ts';

/** Makes a folder with an ffmpeg that writes its process id, and then runs for 100 seconds. */
async function endlessFfmpeg(): Promise<{ folder: string; pid: () => Promise<number | null> }> {
  const folder = await mkdtemp(join(tmpdir(), 'clipurse-endless-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [tool, pid] = [join(folder, 'ffmpeg'), join(folder, 'pid')];
  await writeFile(tool, `#!/bin/sh\necho $$ > "${pid}"\nexec /bin/sleep 100\n`);
  await chmod(tool, 0o755);
  return {
    folder,
    pid: () =>
      readFile(pid, 'utf8').then(
        (text) => Number(text) || null,
        () => null,
      ),
  };
}

const film: Film = {
  ...{ durationMs: 1_000, picture: 0, width: 64, height: 64, sound: null, hdr: null },
  ...{ isH264: true, isSquare: true, isDolbyOnly: false },
};

const looks: [string, string, (workspace: Workspace) => Promise<void>][] = [
  [
    'a film',
    'clip',
    (workspace) => verifyDecodable('clip', { path: 'clip.mp4', container: 'mov', film }, workspace),
  ],
  [
    'a picture',
    'cover.jpg',
    (workspace) => verifyPictureDecodable('cover.jpg', 'jpeg_pipe', workspace),
  ],
];

test.each(looks)(
  'an endless ffmpeg for %s is ended, and the file is not called damaged',
  async (_, name, lookAt) => {
    const { folder, pid } = await endlessFfmpeg();
    const looking = withPath(folder, () => lookAt({ folder, limitMs: 1_000 }));
    await expect(looking).rejects.toThrow(`ffmpeg took too long for ${name} and was ended`);
    const ended = await pid();
    // on a busy machine ffmpeg may be ended before it has written its process id
    if (ended !== null) expect(() => process.kill(ended, 0)).toThrow('ESRCH');
  },
);
