import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { isUrl, openFile } from './input.ts';

/** @returns 64 digits of what a file holds */
export async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Names given media by what the file holds, or by its address, before anything is made of it.
 * @throws OperatorError when it cannot be read
 */
export async function sourceNameOf(media: string): Promise<string> {
  if (isUrl(media)) return media;
  await (await openFile(media)).close();
  return `sha256:${await sha256(media)}`;
}

/** The address of a clip that was published as it was given. */
export const addressOfSource = (source: string): string =>
  isUrl(source) ? source : `/media/${source.slice('sha256:'.length).slice(0, 24)}.mp4`;
