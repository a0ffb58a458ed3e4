import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLIPS } from './operator.setup.ts';

/** What it does instead of encoding: a copy of the koi clip in the demo, whatever is asked for. */
interface FakeFfmpeg {
  /** a folder for `PATH` */
  readonly folder: string;
  /** the encoders that were asked for, in order */
  encoders(): Promise<string[]>;
  /** the most that each was allowed a second, where it was told, and what its sound takes */
  rates(): Promise<(string | undefined)[][]>;
  remove(): Promise<void>;
}

interface Behaviour {
  readonly hasAv1?: boolean;
  /** a command of the shell in the place of writing AV1; `$last` is the file to write */
  readonly av1?: string;
}

const copy = (file: string) => `/bin/cp "${join(CLIPS, file)}" "$last"`;

/** As much of ffmpeg as renditions need. */
export async function fakeFfmpeg({ hasAv1 = true, av1 }: Behaviour = {}): Promise<FakeFfmpeg> {
  const folder = await mkdtemp(join(tmpdir(), 'clipurse-ffmpeg-'));
  const log = join(folder, 'log');
  await writeFile(log, '');
  const words = join(folder, 'words');
  await writeFile(words, '');
  const note = (encoder: string) => `echo ${encoder} >> "${log}"; echo "$*" >> "${words}"`;
  const script = `#!/bin/sh
for last; do :; done
case "$*" in
  *-encoders*) echo ' V libx264 x'${hasAv1 ? "; echo ' V libsvtav1 x'" : ''} ;;
  *baseline*) ${note('baseline')}; ${copy('koi.360h264.mp4')} ;;
  *libx264*) ${note('high')}; ${copy('koi.mp4')} ;;
  *libsvtav1*) ${note('av1')}; ${av1 ?? copy('koi.540av1.mp4')} ;;
  *mjpeg*) exit 1 ;;
esac
`;
  const path = join(folder, 'ffmpeg');
  await writeFile(path, script);
  await chmod(path, 0o755);
  return {
    folder,
    encoders: async () => (await readFile(log, 'utf8')).split('\n').filter(Boolean),
    rates: async () =>
      (await readFile(words, 'utf8'))
        .split('\n')
        .filter(Boolean)
        .map((line) => [...line.matchAll(/-(?:maxrate|b:a) (\S+)/g)].map(([, rate]) => rate)),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Runs with this as the whole `PATH`. */
export async function withPath<Result>(path: string, act: () => Promise<Result>): Promise<Result> {
  const before = process.env.PATH;
  process.env.PATH = path;
  try {
    return await act();
  } finally {
    process.env.PATH = before;
  }
}
