import { type FileHandle, open } from 'node:fs/promises';
import { OperatorError } from '../command.ts';
import { whyUnreadable } from '../unreadable.ts';

/** A file or URL that is read in parts. */
export interface Input {
  readonly bytes: number;
  /** Reads up to `length` bytes from `position`; fewer at the end. */
  read(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 30_000;
const COPIED_BYTES = 4 * 1024 * 1024;

/** @throws OperatorError when the file cannot be read */
export async function openFile(path: string): Promise<Input> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${whyUnreadable(error as Error)}`);
  }
  const stats = await handle.stat();
  if (!stats.isFile()) {
    await handle.close();
    throw new OperatorError(`${path} is no file`);
  }
  return {
    bytes: stats.size,
    read: async (position, length) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    },
    close: () => handle.close(),
  };
}

interface Range {
  readonly position: number;
  readonly length: number;
}

async function fetchRange(url: string, { position, length }: Range, breaking?: AbortSignal) {
  const range = `bytes=${position}-${position + length - 1}`;
  const signal = AbortSignal.any([
    AbortSignal.timeout(TIMEOUT_MS),
    ...(breaking ? [breaking] : []),
  ]);
  let response: Response;
  try {
    response = await fetch(url, { headers: { range }, signal });
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error };
    throw new OperatorError(`${url} cannot be fetched: ${cause?.message ?? message}`);
  }
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  if (response.status !== 206 || total === undefined) {
    await response.body?.cancel();
    throw new OperatorError(
      response.ok
        ? `${url} does not answer byte ranges, which players need`
        : `${url} answers ${response.status}`,
    );
  }
  return { bytes: Number(total), data: Buffer.from(await response.arrayBuffer()) };
}

/**
 * Opens media on another server, such as a CDN, read by byte ranges.
 * @param signal aborts requests
 * @throws OperatorError when the media cannot be fetched, or not in ranges
 */
export async function openUrl(url: string, signal?: AbortSignal): Promise<Input> {
  const { bytes } = await fetchRange(url, { position: 0, length: 1 }, signal);
  return {
    bytes,
    read: async (position, length) =>
      position >= bytes
        ? Buffer.alloc(0)
        : (await fetchRange(url, { position, length }, signal)).data,
    close: async () => {},
  };
}

/** Copies the whole input into a file. */
export async function copyInput(input: Input, to: string): Promise<void> {
  const file = await open(to, 'w');
  try {
    for (let position = 0; position < input.bytes; ) {
      const part = await input.read(position, COPIED_BYTES);
      if (part.length === 0)
        throw new OperatorError('the media ended before their announced length');
      await file.write(part);
      position += part.length;
    }
  } finally {
    await file.close();
  }
}

export function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text);
}
