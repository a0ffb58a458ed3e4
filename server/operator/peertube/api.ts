import * as v from 'valibot';
import { languages } from '../../../contract/languages.ts';
import { isSource } from '../clip-facts.ts';
import { OperatorError, UsageError } from '../command.ts';
import { isUrl } from '../media/input.ts';
import { MAX_DURATION_MS } from '../media/inspect.ts';
import { fetchJson, type Instance } from './fetch.ts';

/** Page size: PeerTube's own maximum. */
const PAGE = 100;
const MAX_FILE_BYTES = 1024 ** 3;
/** Preferred height of a film: a larger one is only scaled down. */
const PREFERRED_HEIGHT = 1080;

/** Licences by PeerTube's ids. All others forbid commercial use. */
const LICENCES: Readonly<Record<number, string>> = {
  1: 'CC BY',
  2: 'CC BY-SA',
  3: 'CC BY-ND',
  7: 'CC0',
};

const named = v.optional(
  v.nullable(v.object({ id: v.nullish(v.union([v.number(), v.string()])), label: v.string() })),
);
const file = v.object({
  resolution: v.object({ id: v.number() }),
  size: v.number(),
  fileUrl: v.nullish(v.string()),
  fileDownloadUrl: v.nullish(v.string()),
  hasAudio: v.optional(v.boolean()),
  hasVideo: v.optional(v.boolean()),
});
const video = v.object({
  name: v.string(),
  duration: v.number(),
  licence: named,
  language: named,
  url: v.nullish(v.string()),
  isLive: v.optional(v.boolean()),
  nsfw: v.optional(v.boolean()),
  account: v.object({ displayName: v.string() }),
  files: v.optional(v.array(file), []),
  streamingPlaylists: v.optional(v.array(v.object({ files: v.array(file) })), []),
});
type PeertubeVideo = v.InferOutput<typeof video>;

const uuid = v.pipe(v.string(), v.regex(/^[\da-f-]{36}$/i));
const list = v.object({
  total: v.number(),
  data: v.array(v.object({ uuid, name: v.string() })),
});

/** @throws UsageError unless the text is the URL of an instance */
export function readInstance(text: string): Instance {
  const url = isUrl(text) ? URL.parse(text) : null;
  if (url?.pathname === '/' && !url.search && !url.username) return { origin: url.origin };
  throw new UsageError(
    `a PeerTube instance must be an address such as https://peertube.example, not "${text}"`,
  );
}

async function ask<Schema extends v.GenericSchema>(
  address: string,
  schema: Schema,
  instance: Instance,
): Promise<v.InferOutput<Schema>> {
  const read = v.safeParse(schema, await fetchJson(address, instance));
  if (read.success) return read.output;
  throw new OperatorError(`${address} does not answer as PeerTube does: ${read.issues[0].message}`);
}

/** URL of a video on its instance, by which an import recognizes it later. */
const addressOf = ({ origin }: Instance, id: string) => `${origin}/videos/watch/${id}`;

/** Lists a channel's videos, the oldest first. @param most limit; a longer list means that there are more */
export async function listChannel(instance: Instance, channel: string, most: number) {
  const found: { readonly name: string; readonly address: string }[] = [];
  const path = `${instance.origin}/api/v1/video-channels/${encodeURIComponent(channel)}/videos`;
  let total = 1;
  for (let start = 0; start < total && found.length <= most; start += PAGE) {
    const page = `${path}?start=${start}&count=${PAGE}&sort=publishedAt`;
    const answer = await ask(page, list, instance);
    total = answer.total;
    found.push(
      ...answer.data.map(({ uuid: id, name }) => ({ name, address: addressOf(instance, id) })),
    );
    if (answer.data.length === 0) break;
  }
  return found;
}

/** @returns why a video is not imported; null: it is */
function importObstacle({ licence, duration, isLive, nsfw }: PeertubeVideo): string | null {
  if (licence?.id == null) return 'it names no licence';
  if (LICENCES[Number(licence.id)] === undefined) {
    return `its licence (${licence.label}) allows no commercial use`;
  }
  if (isLive) return 'it is a live stream';
  if (nsfw) return 'its author says that it is sensitive';
  const minutes = MAX_DURATION_MS / 60_000;
  return duration > minutes * 60 ? `it is longer than ${minutes} minutes` : null;
}

/** Chooses a file with picture and sound: the largest one up to the preferred height, else the smallest. */
function fileOf({ files, streamingPlaylists }: PeertubeVideo) {
  const whole = [...files, ...streamingPlaylists.flatMap((playlist) => playlist.files)].filter(
    // older versions mark a file with sound only by a resolution of 0
    ({ hasAudio, hasVideo, resolution }) =>
      hasAudio !== false && hasVideo !== false && resolution.id > 0,
  );
  const lines = (each: (typeof whole)[number]) => each.resolution.id;
  const byLines = whole.sort((one, other) => lines(one) - lines(other));
  return byLines.findLast((each) => lines(each) <= PREFERRED_HEIGHT) ?? byLines[0];
}

const shortened = (text: string, most: number) => text.trim().slice(0, most).trim();

/** Facts of a video, as the options of `videos add`. */
function valuesOf(found: PeertubeVideo, address: string) {
  const language = languages.find(({ tag }) => tag === found.language?.id)?.tag;
  return {
    title: shortened(found.name, 120),
    author: shortened(found.account.displayName, 60),
    licence: LICENCES[Number(found.licence?.id)] ?? '',
    'source-address': isSource(found.url) ? found.url : address,
    ...(language && { language }),
  };
}

/**
 * Finds a video with its file.
 * @param address from `listChannel`
 * @returns text: why it is not imported
 */
export async function findVideo(instance: Instance, address: string) {
  const id = address.slice(address.lastIndexOf('/') + 1);
  const found = await ask(`${instance.origin}/api/v1/videos/${id}`, video, instance);
  const why = importObstacle(found);
  if (why) return why;
  const chosen = fileOf(found);
  const url = chosen?.fileUrl ?? chosen?.fileDownloadUrl;
  if (!chosen || !url) return 'it has no file with pictures and sound';
  if (chosen.size > MAX_FILE_BYTES) return 'its file is larger than 1 GB';
  return { values: valuesOf(found, address), file: { url, bytes: chosen.size } };
}
