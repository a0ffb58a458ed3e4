import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Video } from '../../contract/shapes.ts';
import type { Site } from './context.ts';
import { addMilliseconds, DAY, utcDay } from './time.ts';

/** The query field of a clip's address that names whose list had it. */
const FIELD = 'm';
/** Of the secret that these addresses are signed with. */
export const MEDIA_SECRET = 'media_address';
const MAC_LENGTH = 22;
/** clip, person, UTC day, signature */
const TOKEN = /[?&]m=(\d{1,18})\.(\d{1,18})\.(\d{4}-\d\d-\d\d)\.([\w-]{22})(?:&|$)/;

/** A file of a clip that somebody's app asked for. */
export interface AskedMedia {
  readonly userId: bigint;
  readonly videoId: bigint;
  /** without the query */
  readonly path: string;
  /** the UTC day of the request */
  readonly day: string;
}

/** Of a file of the operator's, as the database names it, wherever it is kept. */
const STORED = /^\/media\/([^/]+)$/;

/** Of a file of the operator's; null: it is another's, or the demo's. */
export const nameOf = (url: string): string | null => STORED.exec(url)?.[1] ?? null;

/** As this server has them: the operator's, and the demo's in their folder. */
const OURS = /^\/media\/(clips\/)?[^/]+$/;

/**
 * The address by which the database names a file, whatever path a log has: that of a bucket, or of a CDN. A
 * signature tells whose it is.
 */
export const unplaced = (path: string): string =>
  OURS.test(path) ? path : `/media/${path.slice(path.lastIndexOf('/') + 1)}`;

/**
 * Where a file is fetched from.
 * @param mediaUrl where the operator's are; null: from this server, as the demo's always are
 */
export const placed = (mediaUrl: string | null, url: string): string =>
  mediaUrl === null ? url : url.replace(STORED, (_, name) => `${mediaUrl}/${name}`);

/** The files of a clip or an advertisement, each where it is fetched from. */
export const placedFiles = <File extends { readonly url: string }>(
  mediaUrl: string | null,
  files: readonly File[],
): File[] => files.map((file) => ({ ...file, url: placed(mediaUrl, file.url) }));

function macOf(key: Buffer, userId: bigint, day: string): string {
  const mac = createHmac('sha256', key).update(`${userId}.${day}`).digest('base64url');
  return mac.slice(0, MAC_LENGTH);
}

/**
 * What gives clips addresses that name the person and the day, of the files that this server holds. Nobody is
 * refused a file without it.
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

/** An address without what names a person. */
export const plainAddress = (address: string): string => address.split('?', 1)[0] ?? '';

/**
 * @param address path and query, as a request has them
 * @returns null where it names nobody, was signed by somebody else, or before yesterday
 */
export function readAddress(key: Buffer, address: string, now: Date): AskedMedia | null {
  const [, clip, person, day, mac] = TOKEN.exec(address) ?? [];
  if (!clip || !person || !day || !mac) return null;
  const today = utcDay(now);
  if (day !== today && day !== utcDay(addMilliseconds(now, -DAY))) return null;
  const userId = BigInt(person);
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(key, userId, day)))) return null;
  return { userId, videoId: BigInt(clip), path: plainAddress(address), day: today };
}
