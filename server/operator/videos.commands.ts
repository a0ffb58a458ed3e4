import { readPage } from '../domain/listing.ts';
import { captionsCommand } from './captions.commands.ts';
import { readCountries, readLanguage, readLicence, readSource } from './clip-facts.ts';
import type { Command } from './command.ts';
import { importCommand } from './import.command.ts';
import { answerList, LIST, readSelection } from './lists.ts';
import { type MediaDescription, mediaCommands, noneAsNull, readGiven } from './media.commands.ts';
import { editMedia } from './media-changes.ts';
import { readId, readMoney, readSeconds, readText } from './options.ts';
import { previewsCommand } from './previews.command.ts';
import { renditionsCommand } from './renditions.commands.ts';
import { scheduleCommand } from './schedule.command.ts';
import { languagesOf } from './texts.ts';
import {
  addCommand,
  LIMITS,
  type Row,
  refuseKnown,
  refuseKnownSource,
  toJson,
  toText,
} from './videos.add.ts';

const WITHOUT_CAPTIONS = "captions = '[]' and disabled_at is null";

const list: Command = {
  name: 'videos list',
  hasAmounts: true,
  synopsis: `[--without-captions] ${LIST.synopsis}`,
  summary: 'lists every clip by id; --without-captions lists the shown clips that have no captions',
  positionals: 0,
  options: LIST.options,
  flags: [...LIST.flags, 'without-captions'],
  run: async (context, { values }) => {
    const selection = readSelection(values);
    const where = values['without-captions'] === undefined ? {} : { where: WITHOUT_CAPTIONS };
    const page = await readPage<Row>(
      context.db,
      { table: 'video', time: 'created_at', key: 'video_id', ...where },
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

const description: MediaDescription<Row> = {
  kind: 'video',
  one: 'a clip',
  toJson: async (_context, row) => toJson(row),
  toText: (json) => toText(json as ReturnType<typeof toJson>),
  check: refuseKnown,
  checkSource: refuseKnownSource,
  columns: ['url', 'poster', 'preview', 'width', 'height', 'duration_ms', 'sources', 'made_from'],
};

const editing = {
  synopsis:
    '[--title T] [--author A] [--licence TEXT|none] [--source-address URL|none] [--language TAG|none] [--countries DE,AT|none] [--reward R|none] [--watch-seconds S|none]',
  options: [
    ...['title', 'author', 'licence', 'source-address', 'language', 'countries'],
    ...['reward', 'watch-seconds'],
  ],
  limits: LIMITS,
  columns: {
    licence: 'clip_licence',
    source_address: 'clip_source',
    language: 'feed_language',
    countries: 'feed_countries',
  },
  read: (values: Readonly<Record<string, string | undefined>>) =>
    readGiven(values, {
      title: (text) => readText('title', text, LIMITS.title),
      author: (text) => readText('author', text, LIMITS.author),
      licence: noneAsNull(readLicence),
      'source-address': noneAsNull(readSource),
      language: (text) => (text === 'none' ? '' : readLanguage(text)),
      countries: noneAsNull(readCountries),
      reward: noneAsNull((text) => readMoney('reward', text)),
      'watch-seconds': noneAsNull((text) => readSeconds('watch-seconds', text)),
    }),
};

/** `videos pin`, `videos unpin` */
const pinCommand = (isPinned: boolean): Command => ({
  name: isPinned ? 'videos pin' : 'videos unpin',
  changes: true,
  synopsis: 'ID',
  summary: isPinned
    ? 'puts a clip first in the feed of everybody who has not seen it; only the ten clips that were pinned last are first'
    : 'gives a pinned clip its normal place in the feed again',
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
  addCommand,
  importCommand,
  ...mediaCommands(description, editing),
  renditionsCommand('video'),
  previewsCommand,
  scheduleCommand,
  captionsCommand,
  pinCommand(true),
  pinCommand(false),
];
