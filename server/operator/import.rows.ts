import { readdir, stat } from 'node:fs/promises';
import { dirname, extname, join, parse, resolve } from 'node:path';
import { languages } from '../../contract/languages.ts';
import { type Arguments, type Call, OperatorError, UsageError } from './command.ts';
import { isUrl } from './media/input.ts';
import { CsvError, type CsvRow, readCsv } from './payouts/csv.ts';
import { readTextFile } from './text-file.ts';
import { whyUnreadable } from './unreadable.ts';

/** Columns of an import, named as the options of `videos add`; `pin` is `yes`, `no` or empty. */
const OPTIONS = [
  ...['title', 'author', 'licence', 'source-address', 'language', 'countries', 'from', 'until'],
  ...['reward', 'watch-seconds', 'poster', 'pin'],
] as const;
/** Columns of texts for people: `title:de` is for readers of German. */
const BY_LANGUAGE = ['title', 'author', 'captions'];
const FILMS = /\.(?:mp4|m4v|mov|mkv|webm|avi)$/i;
const POSTERS = ['.webp', '.jpg', '.jpeg', '.png'];
const MAX_ROWS = 10_000;

/** Resolves a path relative to the list's own folder. */
const locate = (folder: string, media: string) => (isUrl(media) ? media : resolve(folder, media));

/** A column of the list. */
interface Column {
  readonly name: string;
  readonly option: string;
  /** as the app writes it; not given: for all languages */
  readonly language: string | undefined;
}

/** @throws UsageError when the column is unknown */
function readColumn(name: string): Column {
  const [option = '', ...rest] = name
    .split(':')
    .map((part) => part.trim().replaceAll(/[ _]/g, '-'));
  const column = { name, option };
  if (rest.length === 0 && ['file', ...OPTIONS].includes(option)) {
    return { ...column, language: undefined };
  }
  if (rest.length === 0 || !BY_LANGUAGE.includes(option)) {
    throw new UsageError(
      `the column "${name}" is not known; there are: file, ${OPTIONS.join(', ')}, title:LANGUAGE, author:LANGUAGE, captions:LANGUAGE`,
    );
  }
  const language = languages.find(({ tag }) => tag.toLowerCase() === rest.join(':'))?.tag;
  if (language) return { ...column, language };
  const tags = languages.map(({ tag }) => tag).join(', ');
  throw new UsageError(`the column "${name}" names no language of the app, which has ${tags}`);
}

/** @throws UsageError when two columns mean the same, such as `watch-seconds` and `watch_seconds` */
function readColumns(names: readonly string[]): Column[] {
  // spreadsheets append empty columns
  const columns = names.filter((name) => name !== '').map(readColumn);
  const same = columns.find(({ option, language }, at) =>
    columns.slice(0, at).some((each) => each.option === option && each.language === language),
  );
  if (same) throw new UsageError(`the column "${same.name}" is there twice`);
  return columns;
}

/** Options for each clip that has no value of its own, such as author, reward and watch time. */
type Common = Pick<Arguments, 'values' | 'texts'>;

/** Collects the cells' texts by language, in the form of a command line's options. */
function textsOf(folder: string, columns: readonly Column[], cells: CsvRow['cells']) {
  const tagged = columns.flatMap(({ name, option, language }) => {
    const text = cells[name];
    if (!language || !text) return [];
    return [{ option, language, text: option === 'captions' ? resolve(folder, text) : text }];
  });
  const texts = BY_LANGUAGE.map((option) => {
    const own = tagged.filter((each) => each.option === option);
    return [option, Object.fromEntries(own.map(({ language, text }) => [language, text]))] as const;
  });
  return Object.fromEntries(texts.filter(([, own]) => Object.keys(own).length > 0));
}

function callOf(
  folder: string,
  columns: readonly Column[],
  { line, cells }: CsvRow,
  common: Common,
): Call {
  const said = columns.flatMap(({ name, option, language }) => {
    const text = cells[name];
    return language === undefined && text ? [[option, text]] : [];
  });
  const { file = '', ...values } = Object.fromEntries(said);
  const poster = values.poster && locate(folder, values.poster);
  // a line with its own author must not get another author in some language
  const texts = {
    ...(values.author === undefined && common.texts),
    ...textsOf(folder, columns, cells),
  };
  return {
    word: `line ${line}, ${file === '' ? 'no file' : file}`,
    args: {
      positionals: file === '' ? [] : [locate(folder, file)],
      values: { ...common.values, ...values, ...(poster && { poster }) },
      ...(Object.keys(texts).length > 0 && { texts }),
    },
  };
}

async function readList(directory: string, path: string, common: Common) {
  const folder = dirname(resolve(directory, path));
  try {
    const rows = readCsv(await readTextFile(directory, path), ['file']);
    const nameless = rows.find(({ cells }) => cells['']);
    if (nameless)
      throw new CsvError(`line ${nameless.line} has a value in a column without a name`);
    const columns = readColumns(Object.keys(rows[0]?.cells ?? {}));
    return rows.map((row) => callOf(folder, columns, row, common));
  } catch (error) {
    if (error instanceof CsvError) throw new OperatorError(`${path}: ${error.message}`);
    throw error;
  }
}

/** Makes a call for each film in a folder; a picture of the same name is its poster. */
async function readFolder(folder: string, { values, texts }: Common): Promise<Call[]> {
  const names = (await readdir(folder)).sort();
  return names
    .filter((name) => FILMS.test(name) && !name.startsWith('.'))
    .map((name) => {
      const { name: stem } = parse(name);
      const picture = names.find(
        (each) => POSTERS.includes(extname(each).toLowerCase()) && parse(each).name === stem,
      );
      const poster = picture && { poster: join(folder, picture) };
      return {
        word: name,
        args: {
          positionals: [join(folder, name)],
          values: { ...values, ...poster },
          ...(texts && { texts }),
        },
      };
    });
}

/**
 * Reads the clips of a list (CSV) or a folder, each as a call of `videos add`.
 * @param directory base of relative paths
 * @param common options of all clips
 * @throws OperatorError when the list or folder cannot be read, has no clip, or has more than 10,000;
 *   UsageError for a wrong column
 */
export async function readImport(
  directory: string,
  path: string,
  common: Common,
): Promise<readonly Call[]> {
  const place = resolve(directory, path);
  const found = await stat(place).catch((error: Error) => {
    throw new OperatorError(`${path}: ${whyUnreadable(error)}`);
  });
  const calls = found.isDirectory()
    ? await readFolder(place, common)
    : await readList(directory, path, common);
  if (calls.length === 0) throw new OperatorError(`${path} names no clip`);
  if (calls.length > MAX_ROWS) {
    throw new OperatorError(
      `${path} names ${calls.length} clips; an import has at most ${MAX_ROWS}`,
    );
  }
  return calls;
}
