import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import webvtt, { type CueNode } from 'webvtt-parser';
import type { Caption } from '../../../contract/shapes.ts';
import type { ByLanguage } from '../../domain/texts.ts';
import { OperatorError, UsageError } from '../command.ts';
import { decodeText } from '../text-file.ts';
import { whyUnreadable } from '../unreadable.ts';
import { MAX_DURATION_MS } from './inspect.ts';

/** Enough for a film of five minutes, the longest allowed. */
const MAX_BYTES = 256 * 1024;
const MAX_CUES = 1_000;
/** A longer caption covers the film on a phone. */
const MAX_CHARACTERS = 200;

/** Entities of WebVTT: the parser's own list leaves their semicolons in the text. */
const ENTITIES = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>' },
  ...{ '&lrm;': '\u200e', '&rlm;': '\u200f', '&nbsp;': '\u00a0' },
};

/** The words of a cue, without its markup. */
const wordsIn = ({ type, value = '', children = [] }: CueNode): string =>
  type === 'text' ? value : children.map(wordsIn).join('');

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes a cue's text, and leaves out empty lines, which would end the cue. */
const written = (words: string): string =>
  words
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')
    .replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);

/** `00:01:02.500`; a file may have any number of hours */
function clock(seconds: number): string {
  const ms = Math.round(seconds * 1_000);
  const hours = Math.floor(ms / 3_600_000)
    .toString()
    .padStart(2, '0');
  return `${hours}:${new Date(ms % 3_600_000).toISOString().slice(14, -1)}`;
}

async function readText(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) {
    throw new OperatorError(`${path}: captions have at most ${MAX_BYTES / 1024} KB`);
  }
  return decodeText(await readFile(path), path, null);
}

/**
 * Checks a WebVTT file. Times and words are stored; colours, positions and styles are left out,
 * because the app places captions itself, where they do not cover its own texts.
 * @param durationMs of its clip; null: unknown yet
 * @returns the text to store
 * @throws OperatorError when the file cannot be read, is no WebVTT, or exceeds a limit
 */
export async function readCaptions(path: string, durationMs: number | null): Promise<string> {
  const text = await readText(path).catch((error: Error) => {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${path}: ${whyUnreadable(error)}`);
  });
  const { cues, errors } = new webvtt.WebVTTParser(ENTITIES).parse(text);
  const refuse = (why: string): never => {
    throw new OperatorError(`${path}: ${why}`);
  };
  const [wrong] = errors;
  if (wrong) refuse(`line ${wrong.line} is no WebVTT: ${wrong.message}`);
  if (cues.length > MAX_CUES) refuse(`${cues.length} captions; a clip has at most ${MAX_CUES}`);
  const said = cues
    .map(({ startTime, endTime, tree }) => ({ startTime, endTime, words: written(wordsIn(tree)) }))
    .filter(({ words }) => words !== '');
  if (said.length === 0) refuse('the file has no captions with words');
  const most = (durationMs ?? MAX_DURATION_MS) / 1_000;
  const late = said.find(({ startTime }) => startTime >= most);
  if (late) {
    const atMost = durationMs === null ? 'at most ' : '';
    refuse(
      `the caption at ${clock(late.startTime)} comes after the clip, which has ${atMost}${most.toFixed(1)} s`,
    );
  }
  const long = said.find(({ words }) => words.length > MAX_CHARACTERS);
  if (long) {
    refuse(`the caption at ${clock(long.startTime)} has more than ${MAX_CHARACTERS} characters`);
  }
  const lines = said.map(
    ({ startTime, endTime, words }) =>
      `${clock(startTime)} --> ${clock(Math.min(endTime, most))}\n${words}\n`,
  );
  return ['WEBVTT\n', ...lines].join('\n');
}

/**
 * Checks and stores caption files.
 * @param paths by language
 * @param store writes a text to a file, and returns the URL
 */
export async function addCaptions(
  paths: ByLanguage,
  durationMs: number,
  store: (text: string) => Promise<string>,
): Promise<Caption[]> {
  const added: Caption[] = [];
  for (const [language, path] of Object.entries(paths)) {
    added.push({ language, url: await store(await readCaptions(path, durationMs)) });
  }
  return added;
}

/**
 * Reads the paths in an option by language, and makes them absolute.
 * @param plain value without a language
 * @throws UsageError when a language or a file is missing
 */
export function readPaths(
  name: string,
  directory: string,
  plain: string | undefined,
  given: ByLanguage = {},
): ByLanguage {
  const missing = Object.entries(given).find(([, path]) => path === '')?.[0];
  if (plain === undefined && missing === undefined) {
    const paths = Object.entries(given).map(([tag, path]) => [tag, resolve(directory, path)]);
    return Object.fromEntries(paths);
  }
  throw new UsageError(
    `--${name} must name a language and a file, such as en=FILE.vtt, not "${plain ?? `${missing}=`}"`,
  );
}

/** For a list: the languages in which a clip has captions; null: none. */
export const captionLanguages = (captions: readonly Caption[]): string | null =>
  captions.map(({ language }) => language).join() || null;
