import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { abortable } from '../abortable.ts';
import {
  type Arguments,
  type Call,
  type CommandResult,
  type OperatorContext,
  OperatorError,
  UsageError,
} from '../command.ts';
import { findVideo, listChannel, readInstance } from './api.ts';
import { download } from './fetch.ts';

const MAX_VIDEOS = 10_000;

/** Lists the videos of a channel, each as a call of the import. @throws UsageError without a channel */
export async function readChannel(
  address: string,
  { from, channel, ...values }: Arguments['values'],
): Promise<readonly Call[]> {
  if (from !== 'peertube') throw new UsageError(`--from must be peertube, not "${from}"`);
  if (!channel) throw new UsageError('--channel must name a channel of the instance');
  const instance = readInstance(address);
  const videos = await listChannel(instance, channel, MAX_VIDEOS);
  if (videos.length === 0) throw new OperatorError(`the channel ${channel} has no video`);
  if (videos.length > MAX_VIDEOS) {
    throw new OperatorError(`the channel ${channel} has more than ${MAX_VIDEOS} videos`);
  }
  return videos.map((video) => ({
    word: video.name,
    args: { positionals: [video.address], values: { ...values, peertube: instance.origin } },
  }));
}

const told = (note: string): CommandResult => ({
  json: { id: null, note },
  text: '',
  isUnchanged: true,
});

/**
 * Downloads a video into a draft, which is removed after the clip was added.
 * @param add adds the clip of these arguments
 */
export async function importVideo(
  { dataDir }: Pick<OperatorContext, 'dataDir'>,
  { positionals: [address = ''], values: { peertube = '', ...common } }: Arguments,
  add: (args: Arguments) => Promise<CommandResult>,
): Promise<CommandResult> {
  const found = await findVideo({ origin: peertube }, address);
  if (typeof found === 'string') return told(`skipped: ${found}`);
  const { values, file } = found;
  if (common['dry-run'] !== undefined) {
    return told(`would be added: ${values.author}, ${values.licence}`);
  }
  const folder = join(dataDir, 'media', `.${randomBytes(8).toString('hex')}.part`);
  await mkdir(folder, { recursive: true });
  try {
    const path = join(folder, 'film');
    await abortable((signal) =>
      download(file.url, { path, bytes: file.bytes }, { origin: peertube, signal }),
    );
    return await add({ positionals: [path], values: { ...common, ...values } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
