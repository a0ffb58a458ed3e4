import type { Caption } from '../../contract/shapes.ts';
import { addressesOf, updateTakenDown } from '../domain/gone-media.ts';
import { abortable } from './abortable.ts';
import { type Command, type OperatorContext, OperatorError, UsageError } from './command.ts';
import { addCaptions, readPaths } from './media/captions.ts';
import { MediaStore } from './media/store.ts';
import { takenDownLines } from './media.commands.ts';
import { editMedia, lockMedia, removeFiles } from './media-changes.ts';
import { readId } from './options.ts';
import { type Row, toJson, toText } from './videos.add.ts';

type Paths = ReturnType<typeof readPaths>;

/** Returns the captions without those in a language. @throws OperatorError when the language has none */
function without(captions: readonly Caption[], language: string | undefined, id: number) {
  const kept = captions.filter((each) => each.language !== language);
  if (language === undefined || kept.length < captions.length) return kept;
  throw new OperatorError(`video ${id} has no captions in ${language}`);
}

/** Adds caption files, removes captions in a language, and changes the clip's row: all of it or nothing. */
function change(context: OperatorContext, id: number, paths: Paths, removed: string | undefined) {
  const { db, now } = context;
  return abortable(async (signal) => {
    const store = new MediaStore(context, signal);
    let isNamed = false;
    try {
      const { captions, duration_ms } = await lockMedia<Row>(context, 'video', id);
      const added = await addCaptions(paths, duration_ms, (text) => store.addCaptions(text));
      const kept = without(captions, removed, id).filter((each) => !(each.language in paths));
      signal.throwIfAborted();
      const all = JSON.stringify([...kept, ...added]);
      const { before, row } = await editMedia<Row>(context, 'video', id, { captions: all });
      const addresses = [...new Set([...addressesOf(before), ...addressesOf(row)])];
      const settled = await updateTakenDown(db, addresses, now);
      isNamed = true;
      return { before, row, ...settled };
    } finally {
      await store.close(isNamed);
    }
  });
}

/** `videos captions` */
export const captionsCommand: Command = {
  name: 'videos captions',
  changes: true,
  changesMediaFiles: true,
  synopsis: 'ID [--add LANGUAGE=FILE.vtt…] [--remove LANGUAGE]',
  summary:
    'shows the captions of a clip; --add checks WebVTT files, and each file replaces the captions in its language. ' +
    'The command keeps times and words, but no styles and no places: the app places captions clear of its own words',
  positionals: 1,
  options: ['add', 'remove'],
  byLanguage: ['add'],
  run: async (context, { positionals: [text], values, texts }) => {
    const id = readId(text);
    const paths = readPaths('add', context.directory, values.add, texts?.add);
    const { remove } = values;
    if (remove === undefined && Object.keys(paths).length === 0) {
      const json = toJson(await lockMedia<Row>(context, 'video', id));
      return { json, text: toText(json), isUnchanged: true };
    }
    if (remove !== undefined && remove in paths) {
      throw new UsageError(`--remove ${remove} and --add ${remove}= contradict each other`);
    }
    const { before, row, gone, unnamed } = await change(context, id, paths, remove);
    // `gone` also has files that a disabled clip still names: only removed ones are listed
    const removed = unnamed.filter((url) => before.captions.some((each) => each.url === url));
    const json = { ...toJson(row), gone: gone.filter((url) => removed.includes(url)) };
    return {
      json,
      text: [toText(json), ...takenDownLines(context, json.gone)].join('\n'),
      changed: { before: before.captions },
      finish: () => removeFiles(context, removed),
    };
  },
};
