import os from 'node:os';
import { parseArgs } from 'node:util';
import { foldName } from '../domain/names.ts';
import {
  type Command,
  type CommandUsage,
  optionsOf,
  type StandaloneCommand,
  UsageError,
} from './command.ts';
import { listHelpOf } from './lists.ts';
import { readAllTagged, TEXTS_HELP } from './texts.ts';

type AnyCommand = Command | StandaloneCommand;

const COMMON = `Every command takes --json (it prints one JSON document) and --as NAME (the operator's name; without it,
the name of the system's user). A command that takes longer than two seconds prints its progress once a second
on standard error, at a terminal or with --progress. A command that changes something takes --reason TEXT (the
reason, for the log of changes).
${TEXTS_HELP}`;

export function usage(of: readonly CommandUsage[]): string {
  const lines = of.map(({ name, synopsis, summary }) => {
    const call = `npm run -s operator -- ${[name, synopsis].filter(Boolean).join(' ')}`;
    return `  ${call}\n      ${summary}`;
  });
  return `Usage:\n${lines.join('\n')}\n\n${[COMMON, listHelpOf(of) ?? []].flat().join('\n')}`;
}

/** @throws UsageError when the command is unknown */
export function findCommand(argv: readonly string[], all: AnyCommand[]): AnyCommand {
  const [group, action] = argv;
  const found = all.find(({ name }) => name === group || name === `${group} ${action}`);
  if (found) return found;
  const near = all.filter(({ name }) => name.startsWith(`${group} `));
  const what =
    group === undefined
      ? 'the command is missing'
      : `unknown command "${argv.slice(0, 2).join(' ')}"`;
  throw new UsageError(`${what}\n${usage(near.length > 0 ? near : all)}`);
}

/** Returns the help if `help`, or `--help` before `--`, requests it; null: neither does. */
export function helpOn(argv: readonly string[], all: AnyCommand[]): string | null {
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  if (words[0] !== 'help' && !words.includes('--help')) return null;
  const asked = words.filter((word) => word !== 'help' && !word.startsWith('-')).slice(0, 2);
  const about = all.filter(({ name }) => `${name} `.startsWith(`${asked.join(' ')} `));
  return usage(about.length > 0 ? about : all);
}

const MINUS = '\u2212';
const withHyphen = (word: string) => word.replace(new RegExp(`^${MINUS}(?=\\d)`), '-');

/** Advice on a wrong number of words. */
function wrongWords({ each, instead, synopsis }: AnyCommand, isAlternativeGiven: boolean): string {
  const word = /^[A-Z]+/.exec(synopsis)?.[0];
  if (instead) return `give ${word} or --${instead}${isAlternativeGiven ? ', not both' : ''}`;
  return each ? 'name at least one file' : 'wrong number of words';
}

/** Puts a message of `parseArgs` into words for people. */
function saidOf({ message }: Error, { name }: AnyCommand): string {
  const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
  if (unknown) return `${name} has no option ${unknown}`;
  const [, option, value] = /^Option '(?:-\w, )?(--[\w-]+)( <value>)?'/.exec(message) ?? [];
  if (!option) return message;
  return value
    ? `${option} needs a value; write a value that begins with "-" as ${option}=VALUE`
    : `${option} takes no value`;
}

/** @throws UsageError when the words do not fit the command */
export function parse(command: AnyCommand, argv: readonly string[]) {
  try {
    const { positionals, values, tokens } = parseArgs({
      // `parseArgs` would take a negative amount for an option
      args: argv
        .slice(command.name.split(' ').length)
        .map((word) => word.replace(/^-(?=\d)/, MINUS)),
      options: optionsOf(command),
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const many = command.byLanguage ?? [];
    const twice = given.find((name, at) => !many.includes(name) && given.indexOf(name) !== at);
    if (twice !== undefined) throw new Error(`--${twice} is given twice`);
    const single = command.each?.find((name) => given.includes(name));
    if (single && positionals.length > 1) throw new Error(`--${single} works with one file only`);
    const words = command.each ? Math.min(positionals.length, 1) : positionals.length;
    const isAlternativeGiven =
      command.instead !== undefined && values[command.instead] !== undefined;
    if (words !== (isAlternativeGiven ? 0 : command.positionals)) {
      throw new Error(wrongWords(command, isAlternativeGiven));
    }
    const { json, progress, yes, as, ...all } = values;
    const { plain, texts } = byLanguage(many, tokens);
    const read = { ...all, ...plain };
    const missing = command.required?.find((name) => read[name] === undefined);
    if (missing) throw new Error(`--${missing} is missing`);
    return {
      positionals: positionals.map(withHyphen),
      who: operatorName(as),
      json: json === true,
      progress: progress === true,
      yes: yes === true,
      values: Object.fromEntries(
        Object.entries(read).flatMap(([name, text]) =>
          text === undefined ? [] : [[name, withHyphen(String(text))]],
        ),
      ),
      ...(Object.keys(texts).length > 0 && { texts }),
    };
  } catch (error) {
    throw new UsageError(`${saidOf(error as Error, command)}\n${usage([command])}`);
  }
}

/** Reads the options in `names`: `plain` has their texts without a language, `texts` those by language. */
function byLanguage(
  names: readonly string[],
  tokens: readonly { readonly kind: string; readonly name?: string; readonly value?: unknown }[],
) {
  const read = names.flatMap((name) => {
    const given = tokens.filter((token) => token.kind === 'option' && token.name === name);
    const texts = given.map(({ value }) => withHyphen(String(value)));
    return given.length > 0 ? [[name, readAllTagged(name, texts)] as const] : [];
  });
  return {
    plain: Object.fromEntries(read.map(([name, { plain }]) => [name, plain])),
    texts: Object.fromEntries(
      read.flatMap(([name, { texts }]) => (Object.keys(texts).length > 0 ? [[name, texts]] : [])),
    ),
  };
}

/** Returns the name of the system's user; in a container the user may have only a number. */
function systemName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `uid-${process.getuid?.()}`;
  }
}

/** Reads an operator's name. Names that differ only by letter case, or by blanks at the ends, are the same. */
export function operatorName(as: unknown): string {
  const name = foldName(String(as ?? systemName()).trim());
  if (name === '' || name.length > 64) throw new Error('--as must have 1 to 64 characters');
  return name;
}
