import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { isUrl, openFile } from './input.ts';

/** @returns the SHA-256 hash of a file's content, as 64 hexadecimal digits */
export async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Returns the name of the media that an operator gave: the file's hash, or the URL. Unlike the name of the
 * stored file, it is known before transcoding.
 * @throws OperatorError when the file cannot be read
 */
export async function sourceNameOf(media: string): Promise<string> {
  if (isUrl(media)) return media;
  await (await openFile(media)).close();
  return `sha256:${await sha256(media)}`;
}

/** Returns the URL that a clip has when its source is published without transcoding. */
export const addressOfSource = (source: string): string =>
  isUrl(source) ? source : `/media/${source.slice('sha256:'.length).slice(0, 24)}.mp4`;
