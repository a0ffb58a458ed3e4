import { parse as parsePath } from 'node:path';
import { formatMoney } from '../../contract/money.ts';
import { endDemoMedia, endDemoPages } from '../domain/demo-end.ts';
import {
  type HiddenColumns,
  isHidden,
  type SpanColumns,
  setMediaVisibility,
} from '../domain/media-visibility.ts';
import { mergeTexts } from '../domain/texts.ts';
import type { VideoRow } from '../domain/videos.ts';
import { addMedia } from './add-media.ts';
import { readFacts } from './clip-facts.ts';
import {
  type Arguments,
  type Command,
  type CommandResult,
  type OperatorContext,
  OperatorError,
} from './command.ts';
import { withEndedDemo } from './demo-ended.ts';
import { captionLanguages, readPaths } from './media/captions.ts';
import { isUrl } from './media/input.ts';
import { addressOfSource } from './media/source.ts';
import { readMoney, readSeconds, readText } from './options.ts';
import { readProductName } from './product-name.ts';
import { sizesOf } from './renditions.commands.ts';
import { card } from './text.ts';
import { readTexts, textLines } from './texts.ts';

export interface Row extends VideoRow, HiddenColumns, SpanColumns {
  /** time since which it is disabled because it is outside of its period; null: it is not */
  readonly feed_out_at: Date | null;
  /** null: messengers show the poster */
  readonly preview: string | null;
  readonly pinned_at: Date | null;
  readonly feed_language: string;
  readonly feed_countries: string[] | null;
}

/** Whether a clip is disabled only because it is outside of its period in the feed. */
export const isOutsideFeedPeriod = ({ disabled_at, feed_out_at }: Row): boolean =>
  disabled_at !== null && feed_out_at !== null && disabled_at <= feed_out_at;

/** null: for `watch_seconds` and `reward` the general setting; for `language` and `countries` any; else none */
export function toJson(row: Row) {
  return {
    id: Number(row.video_id),
    title: row.title,
    author: row.author,
    url: row.url,
    poster: row.poster,
    preview: row.preview,
    width: row.width,
    height: row.height,
    duration_ms: row.duration_ms,
    watch_seconds: row.watch_seconds,
    reward: row.reward === null ? null : formatMoney(row.reward),
    enabled: row.disabled_at === null,
    hidden: isHidden(row),
    pinned: row.pinned_at !== null,
    licence: row.clip_licence,
    source_address: row.clip_source,
    language: row.feed_language || null,
    countries: row.feed_countries,
    from: row.feed_from?.toISOString() ?? null,
    until: row.feed_until?.toISOString() ?? null,
    out_of_time: isOutsideFeedPeriod(row),
    sources: row.sources,
    captions: row.captions,
    texts: row.texts,
  };
}

export function toText({ sources, captions, texts, ...json }: ReturnType<typeof toJson>): string {
  const [language, countries] = [json.language ?? 'any', json.countries?.join() ?? 'any'];
  const fields = {
    ...json,
    language,
    countries,
    renditions: sizesOf(sources),
    captions: captionLanguages(captions),
  };
  return [card(fields), ...textLines(texts)].join('\n');
}

/** Longest texts of a clip, in characters. */
export const LIMITS = { title: 120, author: 60 };

async function insert(
  { db }: OperatorContext,
  values: Readonly<Record<string, unknown>>,
): Promise<Row> {
  const columns = Object.keys(values);
  const { rows } = await db.query<Row>(
    `insert into video (${columns.join()})
     values (${columns.map((_, at) => `$${at + 1}`).join()}) returning *`,
    Object.values(values),
  );
  if (!rows[0]) throw new Error('no video was made');
  return rows[0];
}

/** Finds the clip that was made from a source; null: none. */
export async function findBySource(
  { db }: Pick<OperatorContext, 'db'>,
  source: string,
): Promise<Row | null> {
  const { rows } = await db.query<Row>(
    'select * from video where made_from = $1 or url = $2 order by video_id limit 1',
    [source, addressOfSource(source)],
  );
  return rows[0] ?? null;
}

const refuse = (known: Row | null | undefined) => {
  if (known) throw new OperatorError(`this clip is video ${known.video_id} already`);
};

export async function refuseKnown({ db }: OperatorContext, url: string): Promise<void> {
  const { rows } = await db.query<Row>('select * from video where url = $1', [url]);
  refuse(rows[0]);
}

export const refuseKnownSource = async (context: OperatorContext, source: string) =>
  refuse(await findBySource(context, source));

/** Default title: `koi` for `clips/koi.mp4`, or for a URL that ends so. */
const nameOf = (media: string): string =>
  parsePath(isUrl(media) ? (URL.parse(media)?.pathname ?? '') : media).name.slice(0, 120);

/** Reads the options of a clip. @throws UsageError */
export async function readClip(
  { db, directory }: Pick<OperatorContext, 'db' | 'directory'>,
  { positionals: [media = ''], values, ...given }: Arguments,
) {
  const title = readText('title', values.title ?? nameOf(media), LIMITS.title);
  const author = readText('author', values.author ?? (await readProductName(db)), LIMITS.author);
  const texts = JSON.stringify(mergeTexts({}, readTexts(given, LIMITS)));
  const reward = readMoney('reward', values.reward);
  const seconds = readSeconds('watch-seconds', values['watch-seconds']);
  const about = { title, author, texts, reward, watch_seconds: seconds };
  const captions = readPaths('captions', directory, values.captions, given.texts?.captions);
  const all = { ...about, ...readFacts(values) };
  return { media, poster: values.poster, captions, seconds, about: all };
}

/**
 * Adds a clip to the feed; the operator's first clip ends the demo's clips, advertisements and pages.
 * @param source name of the source; not given: read from the media
 */
export async function addClip(
  context: OperatorContext,
  args: Arguments,
  source?: string,
): Promise<CommandResult> {
  const { about, ...given } = await readClip(context, args);
  const { row: added, note } = await addMedia(context, {
    ...{ ...given, kind: 'video', isLinked: true, source },
    checkSource: (name) => refuseKnownSource(context, name),
    check: (url) => refuseKnown(context, url),
    insert: async ({ url, poster, preview, width, height, duration_ms, made_from, ...lists }) => {
      const files = { url, poster, preview, width, height, duration_ms, made_from };
      const written = {
        sources: JSON.stringify(lists.sources),
        captions: JSON.stringify(lists.captions),
        created_at: context.now,
      };
      const { video_id: id } = await insert(context, { ...about, ...files, ...written });
      const { row } = await setMediaVisibility<Row>(
        context.db,
        'video',
        Number(id),
        'shown',
        context.now,
      );
      const clips = await endDemoMedia(context.db, 'video', context.now);
      const ads = await endDemoMedia(context.db, 'ad', context.now);
      return { row, ended: { clips, ads, pages: await endDemoPages(context.db) } };
    },
  });
  const json = { ...toJson(added.row), note };
  return withEndedDemo({ json, text: toText(json) }, added.ended);
}

export const addCommand: Command = {
  name: 'videos add',
  hasAmounts: true,
  changes: true,
  changesMediaFiles: true,
  synopsis:
    'FILE|URL… [--title T] [--author A] [--licence TEXT] [--source-address URL] [--language TAG] [--countries DE,AT] [--from TIME] [--until TIME] [--reward R] [--watch-seconds S] [--poster FILE|URL] ' +
    '[--captions LANGUAGE=FILE.vtt…]',
  summary:
    'adds clips to the feed; without --title the title is the name of the file, without --author the author is the name of the product. The command takes an MP4 with H.264 and AAC ' +
    'unchanged, up to 1080 by 1920 pixels. ffmpeg converts other films (4K, HEVC, HDR, QuickTime, Matroska) and makes smaller copies, which may ' +
    'take several times as long as a clip lasts, and at most 8 GB of memory. A film has at most 5 minutes, 4K and 4 GB. ' +
    'The command adds each of several files separately: exit status 1 when a file is refused',
  positionals: 1,
  each: ['title', 'poster', 'captions'],
  options: [
    ...['title', 'author', 'licence', 'source-address', 'language', 'countries'],
    ...['from', 'until', 'reward', 'watch-seconds', 'poster', 'captions'],
  ],
  byLanguage: ['title', 'author', 'captions'],
  run: (context, args) => addClip(context, args),
};
