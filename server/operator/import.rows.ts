import { readdir, stat } from 'node:fs/promises';
import { dirname, extname, join, parse, resolve } from 'node:path';
import { type Arguments, type Call, OperatorError, UsageError } from './command.ts';
import { isUrl } from './media/input.ts';
import { CsvError, type CsvRow, readCsv } from './payouts/csv.ts';
import { readTextFile } from './text-file.ts';
import { whyUnreadable } from './unreadable.ts';

/** Columns of an import, each as the option of `videos add`; `pin` is `yes` or empty. */
const OPTIONS = ['title', 'author', 'reward', 'watch-seconds', 'poster', 'pin'] as const;
/** Texts that people read: `title:de` is for readers of German. */
const BY_LANGUAGE = ['title', 'author'];
const FILMS = /\.(?:mp4|m4v|mov|mkv|webm|avi)$/i;
const POSTERS = ['.webp', '.jpg', '.jpeg', '.png'];
const MAX_ROWS = 10_000;

/** A path of a list starts from the list's own folder. */
const locate = (folder: string, media: string) => (isUrl(media) ? media : resolve(folder, media));

const optionOf = (column: string) => column.replaceAll(/[ _]/g, '-');

function checkColumns(names: readonly string[]): void {
  const known = ['file', ...OPTIONS];
  const wrong = names.find((name) => {
    const [option = '', language] = optionOf(name).split(':');
    return language === undefined ? !known.includes(option) : !BY_LANGUAGE.includes(option);
  });
  if (wrong !== undefined) {
    throw new UsageError(
      `the column "${wrong}" is not known; there are: ${known.join(', ')}, title:LANGUAGE, author:LANGUAGE`,
    );
  }
}

/** The texts by language among the cells, as the options of a command line give them. */
function textsOf(cells: readonly (readonly [string, string])[]): Pick<Arguments, 'texts'> {
  const tagged = cells.flatMap(([name, text]) => {
    const [option = '', language] = name.split(':');
    return language === undefined || text === '' ? [] : [{ option, language, text }];
  });
  const texts = Object.fromEntries(
    BY_LANGUAGE.map((option) => [
      option,
      Object.fromEntries(
        tagged
          .filter((each) => each.option === option)
          .map(({ language, text }) => [language, text]),
      ),
    ]),
  );
  return tagged.length > 0 ? { texts } : {};
}

function callOf(folder: string, { line, cells }: CsvRow, common: Arguments['values']): Call {
  const { file = '', ...rest } = cells;
  const given = Object.entries(rest).map(([name, text]) => [optionOf(name), text] as const);
  const values = Object.fromEntries(
    given.filter(([name, text]) => text !== '' && !name.includes(':')),
  );
  const poster = values.poster && locate(folder, values.poster);
  return {
    word: `line ${line}, ${file === '' ? 'no file' : file}`,
    args: {
      positionals: file === '' ? [] : [locate(folder, file)],
      values: { ...common, ...values, ...(poster && { poster }) },
      ...textsOf(given),
    },
  };
}

async function readList(directory: string, path: string, common: Arguments['values']) {
  const folder = dirname(resolve(directory, path));
  try {
    const rows = readCsv(await readTextFile(directory, path), ['file']);
    checkColumns(Object.keys(rows[0]?.cells ?? {}));
    return rows.map((row) => callOf(folder, row, common));
  } catch (error) {
    if (error instanceof CsvError) throw new OperatorError(`${path}: ${error.message}`);
    throw error;
  }
}

/** Every film of a folder; a picture of the same name is its poster. */
async function readFolder(folder: string, common: Arguments['values']): Promise<Call[]> {
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
        args: { positionals: [join(folder, name)], values: { ...common, ...poster } },
      };
    });
}

/**
 * The clips of a list (CSV) or a folder, each as a call of `videos add`.
 * @param directory what a relative path starts from
 * @param common options of all of them
 * @throws OperatorError when it cannot be read, holds none, or more than 10,000
 */
export async function readImport(
  directory: string,
  path: string,
  common: Arguments['values'],
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
