import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLIPS } from './operator.setup.ts';

/** A fake ffmpeg: instead of encoding, it copies a rendition of the demo's koi clip. */
interface FakeFfmpeg {
  /** a folder for `PATH` */
  readonly folder: string;
  /** each encoding in order, as `540 23`: the shorter side or the codec, and the CRF */
  tries(): Promise<string[]>;
  remove(): Promise<void>;
}

interface Behaviour {
  readonly hasAv1?: boolean;
  /** a shell command that replaces the copying of the AV1 file; `$last` is the output file */
  readonly av1?: string;
  /** the SSIM is good (0.99) up to this CRF, and too low (0.96) above it */
  readonly goodUpTo?: number;
}

const copy = (file: string) => `/bin/cp "${join(CLIPS, file)}" "$last"`;

const PROBED = JSON.stringify({
  streams: [
    { index: 0, codec_type: 'video', codec_name: 'h264', profile: 'High', pix_fmt: 'yuv420p' },
    { index: 1, codec_type: 'audio', codec_name: 'aac' },
  ],
  format: { duration: '12.0' },
});

/** Makes a folder with a fake `ffmpeg` and `ffprobe` for the arguments that the server uses. */
export async function fakeFfmpeg({
  hasAv1 = true,
  av1,
  goodUpTo = 99,
}: Behaviour = {}): Promise<FakeFfmpeg> {
  const folder = await mkdtemp(join(tmpdir(), 'clipurse-ffmpeg-'));
  const log = join(folder, 'log');
  await writeFile(log, '');
  const crf = join(folder, 'crf');
  const note = (what: string) => `echo "${what} $crf" >> "${log}"; echo $crf > "${crf}"`;
  const compared = `read -r crf < "${crf}"
    if [ "$crf" -le ${goodUpTo} ]; then ssim=0.99; else ssim=0.96; fi
    echo "n:1 Y:$ssim U:1" > fine.log; echo "n:1 Y:$ssim U:1" > coarse.log`;
  const script = `#!/bin/sh
crf=
for last; do [ "$crf" = -crf ] && found=$last; crf=$last; done
crf=$found
case "$*" in
  *-encoders*) echo ' V libx264 x'${hasAv1 ? "; echo ' V libsvtav1 x'" : ''} ;;
  *ssim*) ${compared} ;;
  *libsvtav1*) ${note('av1')}; ${av1 ?? copy('koi.540av1.mp4')} ;;
  *-2,360*) ${note('360')}; ${copy('koi.360h264.mp4')} ;;
  *libx264*) ${note('540')}; ${copy('koi.mp4')} ;;
  *1200:630*) echo picture > "$last" ;;
  *mjpeg*) exit 1 ;;
esac
`;
  const tools = { ffmpeg: script, ffprobe: `#!/bin/sh\necho '${PROBED}'\n` };
  for (const [name, content] of Object.entries(tools)) {
    await writeFile(join(folder, name), content);
    await chmod(join(folder, name), 0o755);
  }
  return {
    folder,
    tries: async () => (await readFile(log, 'utf8')).split('\n').filter(Boolean),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Runs `act` with `PATH` set to this folder alone. */
export async function withPath<Result>(path: string, act: () => Promise<Result>): Promise<Result> {
  const before = process.env.PATH;
  process.env.PATH = path;
  try {
    return await act();
  } finally {
    process.env.PATH = before;
  }
}
