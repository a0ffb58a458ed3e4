import type { MediaFiles, Named } from '../domain/gone-media.ts';
import { publicMediaUrl } from '../domain/media-addresses.ts';
import { type MediaKind, setMediaVisibility } from '../domain/media-visibility.ts';
import { addMedia } from './add-media.ts';
import type { Command, CommandResult, OperatorContext } from './command.ts';
import type { Stored } from './media/store.ts';
import {
  editMedia,
  lockMedia,
  removeFiles,
  replaceMedia,
  tooShortWarning,
} from './media-changes.ts';
import { readId } from './options.ts';
import { readTexts } from './texts.ts';

type Answer = Readonly<Record<string, unknown>>;

/** Describes one kind of media to the commands. */
export interface MediaDescription<Row> {
  readonly kind: MediaKind;
  /** in words: `a clip` */
  readonly one: string;
  toJson(context: OperatorContext, row: Row): Promise<Answer>;
  toText(json: Answer): string;
  /** refuses a file that another row has */
  check?(context: OperatorContext, url: string): Promise<void>;
  /** refuses a source that was added already, before any work */
  checkSource?(context: OperatorContext, source: string): Promise<void>;
  /** columns that `replace` writes */
  readonly columns: readonly (keyof Stored)[];
}

const under = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length > 0 ? [title, ...lines] : [];

/** Lines about URLs that answer 404 from now on, and about URLs that other rows still show. */
export function takenDownLines(
  { media }: Pick<OperatorContext, 'media'>,
  gone: readonly string[],
  kept: readonly Named[] = [],
): readonly string[] {
  const address = (url: string) => publicMediaUrl(media.elsewhere?.publicUrl ?? null, url);
  return [
    ...under(
      'these addresses answer 404 within seconds; empty the caches before the server too:',
      gone.map(address),
    ),
    ...under(
      'these addresses stay, because others show the same file; to remove the file, disable the others too:',
      kept.map(({ url, shown_by }) => `${address(url)} (${shown_by})`),
    ),
  ];
}

const withNote = (text: string, note: string | null): string =>
  note === null ? text : `${text}\nnote: ${note}`;

/** Returns the answer of a command: the row, and the URLs that were taken down or stay. */
async function answer<Row>(
  context: OperatorContext,
  description: MediaDescription<Row>,
  row: Row,
  { gone, kept }: { readonly gone: readonly string[]; readonly kept?: readonly Named[] },
): Promise<CommandResult> {
  const json = await description.toJson(context, row);
  const text = [description.toText(json), ...takenDownLines(context, gone, kept)].join('\n');
  return { json: { ...json, gone, ...(kept && { kept }) }, text };
}

/** `videos disable`, `ads enable` */
const visibilityCommand = <Row extends MediaFiles>(
  description: MediaDescription<Row>,
  isShown: boolean,
): Command => ({
  name: `${description.kind}s ${isShown ? 'enable' : 'disable'}`,
  changes: true,
  synopsis: 'ID',
  summary: isShown
    ? `shows ${description.one} again after "disable", under the same addresses`
    : `removes ${description.one} and its files from the app; rewards that people earned before are paid`,
  positionals: 1,
  options: [],
  run: async (context, { positionals: [id] }) => {
    const number = readId(id);
    await lockMedia(context, description.kind, number);
    const shown = isShown ? 'shown' : 'disabled';
    const { row, gone, kept } = await setMediaVisibility<Row>(
      ...([context.db, description.kind, number, shown, context.now] as const),
    );
    return answer(context, description, row, isShown ? { gone } : { gone, kept });
  },
});

/** `videos replace`, `ads replace` */
const replaceCommand = <Row extends MediaFiles>(description: MediaDescription<Row>): Command => ({
  name: `${description.kind}s replace`,
  changes: true,
  changesMediaFiles: true,
  synopsis: 'ID FILE|URL [--poster FILE|URL]',
  summary: `gives ${description.one} another file, and removes the old file and its addresses`,
  positionals: 2,
  options: ['poster'],
  run: async (context, { positionals: [text, media = ''], values }) => {
    const id = readId(text);
    const { watch_seconds: seconds } = await lockMedia<{ watch_seconds: number | null }>(
      context,
      description.kind,
      id,
    );
    const { row, note } = await addMedia(context, {
      ...{ kind: description.kind, media, poster: values.poster, seconds },
      isLinked: description.columns.includes('preview'),
      check: async (url) => description.check?.(context, url),
      checkSource: async (source) => description.checkSource?.(context, source),
      insert: (stored) =>
        replaceMedia<Row>(context, description.kind, id, description.columns, stored),
    });
    const { json, text: said } = await answer(context, description, row.row, { gone: row.gone });
    return {
      json: { ...(json as Answer), note },
      text: withNote(said, note),
      finish: () => removeFiles(context, row.unnamed),
    };
  },
});

/** `videos edit`, `ads edit`. @param read returns the values of the options, by column */
const editCommand = <Row extends object>(
  description: MediaDescription<Row>,
  { synopsis, options, limits, columns = {}, read }: Editing,
): Command => ({
  name: `${description.kind}s edit`,
  changes: true,
  synopsis: `ID ${synopsis}`,
  summary: `changes the texts, the facts and the pay of ${description.one}; none: the general value`,
  positionals: 1,
  options,
  byLanguage: Object.keys(limits),
  run: async (context, { positionals: [id], values, ...given }) => {
    const changes = read(values);
    const texts = readTexts(given, limits);
    const written = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [columns[name] ?? name, value]),
    );
    const { before, row } = await editMedia<Row>(
      context,
      description.kind,
      readId(id),
      written,
      texts,
    );
    const [was, json] = [
      await description.toJson(context, before),
      await description.toJson(context, row),
    ];
    const names = [...Object.keys(changes), ...(given.texts ? ['texts'] : [])];
    const changed = names.map((column) => [column, was[column] ?? 'none']);
    const note = await tooShortWarning(context, description.kind, row);
    return {
      json: { ...json, ...(note !== null && { note }) },
      text: withNote(description.toText(json), note),
      changed: { before: Object.fromEntries(changed) },
    };
  },
});

interface Editing {
  readonly synopsis: string;
  readonly options: readonly string[];
  /** longest texts for people, in characters, by option */
  readonly limits: Readonly<Record<string, number>>;
  /** columns of options whose column has another name */
  readonly columns?: Readonly<Record<string, string>>;
  readonly read: (values: Readonly<Record<string, string | undefined>>) => Answer;
}

/** Commands that change existing media. */
export const mediaCommands = <Row extends MediaFiles>(
  description: MediaDescription<Row>,
  editing: Editing,
) => [
  editCommand(description, editing),
  replaceCommand(description),
  visibilityCommand(description, false),
  visibilityCommand(description, true),
];

/** Reads the given options. @param readers by option @returns values by option, with `_` for `-` in its name */
export function readGiven(
  values: Readonly<Record<string, string | undefined>>,
  readers: Readonly<Record<string, (text: string) => unknown>>,
): Answer {
  const given = Object.entries(readers).flatMap(([name, read]) => {
    const text = values[name];
    return text === undefined ? [] : [[name.replaceAll('-', '_'), read(text)]];
  });
  return Object.fromEntries(given);
}

/** Reads `none` as null, which removes a value. */
export const noneAsNull =
  <Value>(read: (text: string) => Value) =>
  (text: string): Value | null =>
    text === 'none' ? null : read(text);
