import { parse as parsePath } from 'node:path';
import { formatMoney } from '../../contract/money.ts';
import { endDemoMedia } from '../domain/demo-end.ts';
import { readPage } from '../domain/listing.ts';
import { type HiddenColumns, isHidden } from '../domain/shown-media.ts';
import { mergeTexts } from '../domain/texts.ts';
import type { VideoRow } from '../domain/videos.ts';
import { addMedia } from './add-media.ts';
import { type Command, type OperatorContext, OperatorError } from './command.ts';
import { withEnded } from './demo-ended.ts';
import { answerList, LIST, readSelection } from './lists.ts';
import { isUrl } from './media/input.ts';
import { mediaCommands, orNone, readGiven, type Told } from './media.commands.ts';
import { editMedia } from './media-changes.ts';
import { readId, readMoney, readSeconds, readText } from './options.ts';
import { previewsCommand } from './previews.command.ts';
import { readProductName } from './product-name.ts';
import { renditionsCommand, sizesOf } from './renditions.commands.ts';
import { card } from './text.ts';
import { languagesOf, readTexts, textLines } from './texts.ts';

export interface Row extends VideoRow, HiddenColumns {
  /** null: messengers show the poster */
  readonly preview: string | null;
  readonly pinned_at: Date | null;
}

/** null: the general setting is in force */
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
    sources: row.sources,
    texts: row.texts,
  };
}

export const toText = ({ sources, texts, ...json }: ReturnType<typeof toJson>) =>
  [card({ ...json, renditions: sizesOf(sources) }), ...textLines(texts)].join('\n');

/** Characters of what people read of a clip. */
const LIMITS = { title: 120, author: 60 };

const list: Command = {
  name: 'videos list',
  hasAmounts: true,
  synopsis: LIST.synopsis,
  summary: 'every clip, by id',
  positionals: 0,
  options: LIST.options,
  flags: LIST.flags,
  run: async (context, { values }) => {
    const selection = readSelection(values);
    const page = await readPage<Row>(
      context.db,
      { table: 'video', time: 'created_at', key: 'video_id' },
      selection,
      (videos) => `select * from ${videos}`,
    );
    const json = page.rows.map(toJson);
    const lines = json.map(({ id, title, author, duration_ms, watch_seconds, reward, ...rest }) => {
      const { enabled, hidden } = rest;
      const languages = languagesOf(rest.texts);
      return { id, title, languages, author, duration_ms, watch_seconds, reward, enabled, hidden };
    });
    return answerList(context, selection, page, { json, lines, empty: 'no videos' });
  },
};

async function insert({ db, now }: OperatorContext, values: readonly unknown[]): Promise<Row> {
  const { rows } = await db.query<Row>(
    `insert into video (title, author, url, poster, width, height, duration_ms, watch_seconds,
       reward, preview, sources, texts, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning *`,
    [...values, now],
  );
  if (!rows[0]) throw new Error('no video was made');
  return rows[0];
}

async function refuseKnown({ db }: OperatorContext, url: string): Promise<void> {
  const { rows } = await db.query<Row>('select * from video where url = $1', [url]);
  if (rows[0]) throw new OperatorError(`this clip is video ${rows[0].video_id} already`);
}

/** `koi` of `clips/koi.mp4`, and of an address that ends so. */
const nameOf = (media: string): string =>
  parsePath(isUrl(media) ? (URL.parse(media)?.pathname ?? '') : media).name.slice(0, 120);

const add: Command = {
  name: 'videos add',
  hasAmounts: true,
  changes: true,
  encodes: true,
  synopsis:
    'FILE|URL… [--title T] [--author A] [--reward R] [--watch-seconds S] [--poster FILE|URL]',
  summary:
    'adds clips to the feed; without --title a clip has the name of its file, without --author that of the product. An MP4 with H.264 and AAC is taken ' +
    'as it is, up to 1080 by 1920. ffmpeg converts other films (4K, HEVC, HDR, QuickTime, Matroska) and makes smaller copies, which may ' +
    'take several times as long as a clip lasts, and at most 8 GB of memory. A film has at most 5 minutes, 4K and 4 GB. ' +
    'Of many files each is added by itself: exit status 1 when one is refused',
  positionals: 1,
  each: ['title', 'poster'],
  options: ['title', 'author', 'reward', 'watch-seconds', 'poster'],
  byLanguage: ['title', 'author'],
  run: async (context, { positionals: [media = ''], values, ...given }) => {
    const title = readText('title', values.title ?? nameOf(media), LIMITS.title);
    const name = values.author ?? (await readProductName(context.db));
    const author = readText('author', name, LIMITS.author);
    const texts = JSON.stringify(mergeTexts({}, readTexts(given, LIMITS)));
    const reward = readMoney('reward', values.reward);
    const seconds = readSeconds('watch-seconds', values['watch-seconds']);
    const { row: added, note } = await addMedia(context, {
      ...{ media, poster: values.poster, seconds, isLinked: true },
      check: (url) => refuseKnown(context, url),
      insert: async ({ url, poster, preview, width, height, duration_ms, sources }) => {
        const about = [title, author, url, poster, width, height, duration_ms, seconds, reward];
        const row = await insert(context, [...about, preview, JSON.stringify(sources), texts]);
        const clips = await endDemoMedia(context.db, 'video', context.now);
        return { row, ended: { clips, ads: await endDemoMedia(context.db, 'ad', context.now) } };
      },
    });
    const json = { ...toJson(added.row), note };
    return withEnded({ json, text: toText(json) }, added.ended);
  },
};

const told: Told<Row> = {
  kind: 'video',
  one: 'a clip',
  toJson: async (_context, row) => toJson(row),
  toText: (json) => toText(json as ReturnType<typeof toJson>),
  check: refuseKnown,
  columns: ['url', 'poster', 'preview', 'width', 'height', 'duration_ms', 'sources'],
};

const editing = {
  synopsis: '[--title T] [--author A] [--reward R|none] [--watch-seconds S|none]',
  options: ['title', 'author', 'reward', 'watch-seconds'],
  limits: LIMITS,
  read: (values: Readonly<Record<string, string | undefined>>) =>
    readGiven(values, {
      title: (text) => readText('title', text, LIMITS.title),
      author: (text) => readText('author', text, LIMITS.author),
      reward: orNone((text) => readMoney('reward', text)),
      'watch-seconds': orNone((text) => readSeconds('watch-seconds', text)),
    }),
};

/** `videos pin`, `videos unpin` */
const pinCommand = (isPinned: boolean): Command => ({
  name: isPinned ? 'videos pin' : 'videos unpin',
  changes: true,
  synopsis: 'ID',
  summary: isPinned
    ? 'puts a clip first in the feed of everybody who has not seen it; the ten pinned last count'
    : 'gives a pinned clip its place by the rule again',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [id] }) => {
    const values = { pinned_at: isPinned ? context.now : null };
    const { row } = await editMedia<Row>(context, 'video', readId(id), values);
    const json = toJson(row);
    return { json, text: toText(json) };
  },
});

export const videoCommands: readonly Command[] = [
  list,
  add,
  ...mediaCommands(told, editing),
  renditionsCommand('video'),
  previewsCommand,
  pinCommand(true),
  pinCommand(false),
];
