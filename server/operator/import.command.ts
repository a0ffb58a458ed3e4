import { tmpdir } from 'node:os';
import { locate, lockSource } from './add-media.ts';
import { type Arguments, type Command, type OperatorContext, UsageError } from './command.ts';
import { readImport } from './import.rows.ts';
import { readCaptions } from './media/captions.ts';
import { removeOldDrafts } from './media/drafts.ts';
import { isUrl } from './media/input.ts';
import { posterKind } from './media/poster.ts';
import { checkFilm } from './media/prepare.ts';
import { sourceNameOf } from './media/source.ts';
import { checkSeconds, editMedia } from './media-changes.ts';
import { importVideo, readChannel } from './peertube/source.ts';
import { addClip, findBySource, type Row, readClip, toJson } from './videos.add.ts';

/** @throws UsageError unless the text is yes or no */
function readPin(text: string | undefined): boolean {
  if (text === undefined || text === 'no') return false;
  if (text === 'yes') return true;
  throw new UsageError(`pin must be yes or no, not "${text}"`);
}

/** Sources that have passed the check of a dry run, by a line's arguments; all lines share one set. */
const checkedSources = new WeakMap<Arguments, Set<string>>();

/** Checks one clip without adding it. */
async function check(context: OperatorContext, args: Arguments, media: string, source: string) {
  const { poster, seconds, captions } = await readClip(context, args);
  for (const path of Object.values(captions)) await readCaptions(path, null);
  const picture = poster && locate(context.directory, poster);
  if (picture && !isUrl(picture)) await posterKind(picture, { folder: tmpdir() });
  if (!isUrl(media)) await checkFilm(media, (ms) => checkSeconds(seconds, ms));
  const sources = checkedSources.get(args);
  const note = sources?.has(source) ? 'an earlier line adds the same clip' : 'would be added';
  sources?.add(source);
  return { json: { id: null, note }, text: '', isUnchanged: true } as const;
}

async function importOne(context: OperatorContext, args: Arguments) {
  const {
    positionals: [given],
    values: { peertube },
  } = args;
  if (given === undefined) throw new UsageError('the column file is empty');
  const media = peertube === undefined ? locate(context.directory, given) : given;
  const isPinned = readPin(args.values.pin);
  const source = peertube === undefined ? await sourceNameOf(media) : media;
  // locks before the look-up: the lock is free when another import has ended, and its clip is visible then
  await lockSource(context, source, given);
  const known = await findBySource(context, source);
  if (known) {
    const json = { ...toJson(known), note: 'is there already' };
    return { json, text: '', isUnchanged: true } as const;
  }
  if (peertube !== undefined) {
    return importVideo(context, args, (film) => addClip(context, film, source));
  }
  if (args.values['dry-run'] !== undefined) return check(context, args, media, source);
  const added = await addClip(context, args, source);
  const { id } = added.json as { id: number };
  if (isPinned) await editMedia<Row>(context, 'video', id, { pinned_at: context.now });
  return added;
}

export const importCommand: Command = {
  name: 'videos import',
  hasAmounts: true,
  changes: true,
  changesMediaFiles: true,
  synopsis:
    'FILE.csv|FOLDER|URL [--from peertube --channel C] [--author A] [--licence TEXT] [--language TAG] [--countries DE,AT] [--reward R] [--watch-seconds S] [--dry-run]',
  summary:
    'adds the clips of a list or a folder one by one. A list names its columns in the first line: file (a path from the ' +
    'list’s folder, or an address), and optionally title, author, licence, source-address, language, countries, from, until, reward, watch-seconds, poster, pin (yes), title:de, captions:en (a WebVTT file). In a folder, a picture ' +
    'with the name of a clip is its poster. After an interruption give the command again: it skips clips that were added already. ' +
    '--from peertube takes the videos with a licence for commercial use from a channel of the instance at URL. ' +
    '--dry-run checks each clip and adds none. Exit status 1 when a clip is refused',
  positionals: 1,
  options: [
    'from',
    'channel',
    'author',
    'licence',
    'language',
    'countries',
    'reward',
    'watch-seconds',
  ],
  byLanguage: ['author'],
  flags: ['dry-run'],
  calls: async ({ dataDir, directory }, { positionals: [path = ''], ...common }) => {
    await removeOldDrafts(dataDir);
    const { from, channel } = common.values;
    if (from !== undefined || channel !== undefined) return readChannel(path, common.values);
    const calls = await readImport(directory, path, common);
    const sources = new Set<string>();
    for (const { args } of calls) checkedSources.set(args, sources);
    return calls;
  },
  run: importOne,
};
