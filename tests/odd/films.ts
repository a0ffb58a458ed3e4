import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs ffmpeg in a folder, quietly. */
const ffmpeg = (folder: string, ...args: string[]) =>
  run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { cwd: folder });

const moving = (size = '64x64', seconds = 2, rate = 10) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc=s=${size}:r=${rate}:d=${seconds}`,
];
const tone = (seconds = 2) => ['-f', 'lavfi', '-i', `sine=d=${seconds}`];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '10'];
const FIRST = ['-movflags', '+faststart'];
const tagged = (space: string, primaries: string, transfer: string) => [
  ...['-colorspace', space, '-color_primaries', primaries, '-color_trc', transfer],
];
/** Converts `sdr.mp4` to HDR, with white at 203 cd/m². */
function hdr(folder: string, name: string, transfer: string) {
  const light = [
    'zscale=tin=bt709:pin=bt709:min=bt709:rin=tv:t=linear:npl=203',
    `format=gbrpf32le,zscale=p=bt2020:t=${transfer}:m=bt2020nc:r=tv:npl=203,format=yuv420p10le`,
  ].join();
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast'];
  const tags = tagged('bt2020nc', 'bt2020', transfer);
  return ffmpeg(folder, '-i', 'sdr.mp4', '-vf', light, ...codec, ...tags, name);
}

async function damage(folder: string, from: string, to: string, harm: (bytes: Buffer) => Buffer) {
  await writeFile(join(folder, to), harm(await readFile(join(folder, from))));
}
const cutOff = (bytes: Buffer) => bytes.subarray(0, bytes.length * 0.4);
function zeroed(bytes: Buffer): Buffer {
  const middle = Math.floor(bytes.length / 2);
  return Buffer.from(bytes).fill(0, middle, middle + 2_000);
}

/** Makes each odd film, by name; README.md tells where such films come from. */
export const films: Readonly<Record<string, (folder: string, name: string) => Promise<unknown>>> = {
  'plain.mp4': (folder, name) => ffmpeg(folder, ...moving(), ...tone(), ...H264, ...FIRST, name),
  'plain.webm': (folder, name) =>
    ffmpeg(folder, ...moving(), ...tone(), '-c:v', 'libvpx', '-deadline', 'realtime', name),
  'phone.mp4': (folder, name) => ffmpeg(folder, ...moving(), ...tone(), ...H264, name),
  'playlist.mp4': (folder, name) =>
    writeFile(join(folder, name), '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nplain.mp4\n'),
  'list.mp4': (folder, name) =>
    writeFile(join(folder, name), "ffconcat version 1.0\nfile 'plain.mp4'\n"),
  'manifest.mp4': (folder, name) =>
    writeFile(
      join(folder, name),
      '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>plain.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>',
    ),
  'cut.mp4': (folder, name) => damage(folder, 'plain.mp4', name, cutOff),
  'cut-phone.mp4': (folder, name) => damage(folder, 'phone.mp4', name, cutOff),
  'cut.webm': (folder, name) => damage(folder, 'plain.webm', name, cutOff),
  'zeros.mp4': (folder, name) => damage(folder, 'plain.mp4', name, zeroed),
  'zeros-phone.mp4': (folder, name) => damage(folder, 'phone.mp4', name, zeroed),
  'one-frame.mp4': (folder, name) =>
    ffmpeg(folder, ...moving('64x64', 0.1), ...tone(10), ...H264, ...FIRST, name),
  'cover-first.mp4': (folder, name) =>
    ffmpeg(
      folder,
      ...['-f', 'lavfi', '-i', 'color=red:s=64x64:r=10:d=0.1', ...moving(), ...tone()],
      ...['-map', '0', '-map', '1', '-map', '2', ...H264, '-c:v:0', 'mjpeg', '-pix_fmt:v:0'],
      ...['yuvj420p', ...FIRST, name],
    ),
  'wide-pixels.mp4': (folder, name) =>
    ffmpeg(folder, ...moving('720x576', 1, 4), ...H264, '-vf', 'setsar=64/45', ...FIRST, name),
  'tall-pixels.mp4': (folder, name) =>
    ffmpeg(folder, ...moving('720x720', 1, 4), ...H264, '-vf', 'setsar=9/16', ...FIRST, name),
  'sdr.mp4': (folder, name) => {
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=96x96:r=10:d=2', '-vf'];
    const colours = [
      'zscale=min=bt709:m=bt709:r=tv,format=yuv420p',
      ...tagged('bt709', 'bt709', 'bt709'),
    ];
    return ffmpeg(folder, ...picture, ...colours, ...H264, ...FIRST, name);
  },
  'hlg.mp4': (folder, name) => hdr(folder, name, 'arib-std-b67'),
  'pq.mp4': (folder, name) => hdr(folder, name, 'smpte2084'),
  'long.mp4': (folder, name) =>
    ffmpeg(folder, '-f', 'lavfi', '-i', 'color=s=16x16:r=1:d=330', ...H264, name),
};
