import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Video } from '../../contract/shapes.ts';
import type { Site } from './context.ts';
import { addMilliseconds, DAY, utcDay } from './time.ts';

/** The query field of a clip's address that names the person whose list had the clip. */
const FIELD = 'm';
/** Name of the secret that signs these addresses. */
export const MEDIA_SECRET = 'media_address';
const MAC_LENGTH = 22;
/** clip, person, UTC day, signature */
const TOKEN = /[?&]m=(\d{1,18})\.(\d{1,18})\.(\d{4}-\d\d-\d\d)\.([\w-]{22})(?:&|$)/;

/** A request of a person's app for a clip's file. */
export interface MediaRequest {
  readonly userId: bigint;
  readonly videoId: bigint;
  /** without the query */
  readonly path: string;
  /** the UTC day of the request */
  readonly day: string;
}

/** The address of an operator's file in the database, for every kind of storage. */
const STORED = /^\/media\/([^/]+)$/;

/** The name of an operator's file; null: it is another server's, or the demo's. */
export const fileNameOf = (url: string): string | null => STORED.exec(url)?.[1] ?? null;

/** Addresses on this server: the operator's files, and the demo's in their folder. */
const OURS = /^\/media\/(clips\/)?[^/]+$/;

/**
 * The address of a file in the database, from its path in any log: of this server, a bucket or a CDN. The path alone
 * does not prove that the file is the operator's: only a signature in the address does.
 */
export const storedMediaUrl = (path: string): string =>
  OURS.test(path) ? path : `/media/${path.slice(path.lastIndexOf('/') + 1)}`;

/**
 * The public address of a file.
 * @param mediaUrl base address of the operator's files; null: this server, which always serves the demo's files
 */
export const publicMediaUrl = (mediaUrl: string | null, url: string): string =>
  mediaUrl === null ? url : url.replace(STORED, (_, name) => `${mediaUrl}/${name}`);

/** The files of a clip or an advertisement with their public addresses. */
export const withPublicUrls = <File extends { readonly url: string }>(
  mediaUrl: string | null,
  files: readonly File[],
): File[] => files.map((file) => ({ ...file, url: publicMediaUrl(mediaUrl, file.url) }));

function macOf(key: Buffer, userId: bigint, day: string): string {
  const mac = createHmac('sha256', key).update(`${userId}.${day}`).digest('base64url');
  return mac.slice(0, MAC_LENGTH);
}

/**
 * Returns a function that signs the addresses of a clip's files, on this server or under `mediaUrl`, with the person
 * and the day. Files are served without a signature too.
 */
export function addressSigner(
  { mediaKey: key, mediaUrl }: Pick<Site, 'mediaKey' | 'mediaUrl'>,
  userId: bigint,
  now: Date,
) {
  const day = utcDay(now);
  const person = `${userId}.${day}.${macOf(key, userId, day)}`;
  const isOurs = (url: string) =>
    url.startsWith('/media/') || (mediaUrl !== null && url.startsWith(`${mediaUrl}/`));
  return <One extends Video>(clip: One): One => {
    const signed = (url: string) => (isOurs(url) ? `${url}?${FIELD}=${clip.id}.${person}` : url);
    const sources = clip.sources?.map((source) => ({ ...source, url: signed(source.url) }));
    return { ...clip, url: signed(clip.url), ...(sources && { sources }) };
  };
}

/** An address without its query, so without the person's id. */
export const withoutQuery = (address: string): string => address.split('?', 1)[0] ?? '';

/**
 * Reads the person and the clip from the signed address of a request.
 * @param address path and query of a request
 * @returns null where the address names no person, has a wrong signature, or is from before yesterday
 */
export function readAddress(key: Buffer, address: string, now: Date): MediaRequest | null {
  const [, clip, person, day, mac] = TOKEN.exec(address) ?? [];
  if (!clip || !person || !day || !mac) return null;
  const today = utcDay(now);
  if (day !== today && day !== utcDay(addMilliseconds(now, -DAY))) return null;
  const userId = BigInt(person);
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(key, userId, day)))) return null;
  return { userId, videoId: BigInt(clip), path: withoutQuery(address), day: today };
}
