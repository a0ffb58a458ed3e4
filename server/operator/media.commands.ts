import type { MediaFiles, Named } from '../domain/gone-media.ts';
import { placed } from '../domain/media-addresses.ts';
import { type MediaKind, setShown } from '../domain/shown-media.ts';
import { addMedia } from './add-media.ts';
import type { Command, CommandResult, OperatorContext } from './command.ts';
import type { Stored } from './media/store.ts';
import { editMedia, lockMedia, noteShort, removeFiles, replaceMedia } from './media-changes.ts';
import { readId } from './options.ts';
import { readTexts } from './texts.ts';

type Answer = Readonly<Record<string, unknown>>;

/** Describes one kind of media to the commands. */
export interface Told<Row> {
  readonly kind: MediaKind;
  /** in words: `a clip` */
  readonly one: string;
  toJson(context: OperatorContext, row: Row): Promise<Answer>;
  toText(json: Answer): string;
  /** refuses a file that another row has */
  check?(context: OperatorContext, url: string): Promise<void>;
  /** the same check of the source, before any work */
  checkSource?(context: OperatorContext, source: string): Promise<void>;
  /** columns that `replace` writes */
  readonly columns: readonly (keyof Stored)[];
}

const under = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length > 0 ? [title, ...lines] : [];

/** Lines about URLs that answer 404 from now on, and about URLs that other rows still show. */
export function goneLines(
  { media }: Pick<OperatorContext, 'media'>,
  gone: readonly string[],
  kept: readonly Named[] = [],
): readonly string[] {
  const address = (url: string) => placed(media.elsewhere?.publicUrl ?? null, url);
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

/** A row, and the URLs that are gone by now. */
async function answer<Row>(
  context: OperatorContext,
  told: Told<Row>,
  row: Row,
  { gone, kept }: { readonly gone: readonly string[]; readonly kept?: readonly Named[] },
): Promise<CommandResult> {
  const json = await told.toJson(context, row);
  const text = [told.toText(json), ...goneLines(context, gone, kept)].join('\n');
  return { json: { ...json, gone, ...(kept && { kept }) }, text };
}

/** `videos disable`, `ads enable` */
const shownCommand = <Row extends MediaFiles>(told: Told<Row>, isShown: boolean): Command => ({
  name: `${told.kind}s ${isShown ? 'enable' : 'disable'}`,
  changes: true,
  synopsis: 'ID',
  summary: isShown
    ? `shows ${told.one} again after "disable", under the same addresses`
    : `removes ${told.one} and its files from the app; rewards that people earned before are paid`,
  positionals: 1,
  options: [],
  run: async (context, { positionals: [id] }) => {
    const number = readId(id);
    await lockMedia(context, told.kind, number);
    const shown = isShown ? 'shown' : 'disabled';
    const { row, gone, kept } = await setShown<Row>(
      ...([context.db, told.kind, number, shown, context.now] as const),
    );
    return answer(context, told, row, isShown ? { gone } : { gone, kept });
  },
});

/** `videos replace`, `ads replace` */
const replaceCommand = <Row extends MediaFiles>(told: Told<Row>): Command => ({
  name: `${told.kind}s replace`,
  changes: true,
  encodes: true,
  synopsis: 'ID FILE|URL [--poster FILE|URL]',
  summary: `gives ${told.one} another file, and removes the old file and its addresses`,
  positionals: 2,
  options: ['poster'],
  run: async (context, { positionals: [text, media = ''], values }) => {
    const id = readId(text);
    const { watch_seconds: seconds } = await lockMedia<{ watch_seconds: number | null }>(
      context,
      told.kind,
      id,
    );
    const { row, note } = await addMedia(context, {
      ...{ kind: told.kind, media, poster: values.poster, seconds },
      isLinked: told.columns.includes('preview'),
      check: async (url) => told.check?.(context, url),
      checkSource: async (source) => told.checkSource?.(context, source),
      insert: (stored) => replaceMedia<Row>(context, told.kind, id, told.columns, stored),
    });
    const { json, text: said } = await answer(context, told, row.row, { gone: row.gone });
    return {
      json: { ...(json as Answer), note },
      text: withNote(said, note),
      finish: () => removeFiles(context, row.unnamed),
    };
  },
});

/** `videos edit`, `ads edit`. @param read values of the options, by column */
const editCommand = <Row extends object>(
  told: Told<Row>,
  { synopsis, options, limits, columns = {}, read }: Editing,
): Command => ({
  name: `${told.kind}s edit`,
  changes: true,
  synopsis: `ID ${synopsis}`,
  summary: `changes the texts, the facts and the pay of ${told.one}; none: the general value`,
  positionals: 1,
  options,
  byLanguage: Object.keys(limits),
  run: async (context, { positionals: [id], values, ...given }) => {
    const changes = read(values);
    const texts = readTexts(given, limits);
    const written = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [columns[name] ?? name, value]),
    );
    const { before, row } = await editMedia<Row>(context, told.kind, readId(id), written, texts);
    const [was, json] = [await told.toJson(context, before), await told.toJson(context, row)];
    const names = [...Object.keys(changes), ...(given.texts ? ['texts'] : [])];
    const changed = names.map((column) => [column, was[column] ?? 'none']);
    const note = await noteShort(context, told.kind, row);
    return {
      json: { ...json, ...(note !== null && { note }) },
      text: withNote(told.toText(json), note),
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
export const mediaCommands = <Row extends MediaFiles>(told: Told<Row>, editing: Editing) => [
  editCommand(told, editing),
  replaceCommand(told),
  shownCommand(told, false),
  shownCommand(told, true),
];

/** Reads the given options. @param readers by option; its column has _ for - */
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
export const orNone =
  <Value>(read: (text: string) => Value) =>
  (text: string): Value | null =>
    text === 'none' ? null : read(text);
