import os from 'node:os';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { ConfigError, type Environment } from '../config.environment.ts';
import { readConfig } from '../config.ts';
import { readTime } from '../database/clock.ts';
import { inTransaction, retryOnConflict } from '../database/database.ts';
import { DatabaseError } from '../database/database-error.ts';
import { writeAudit } from '../domain/audit.ts';
import { MethodError } from '../domain/method-setup.ts';
import { foldName } from '../domain/names.ts';
import { SettlementError } from '../domain/payout-steps.ts';
import { SettingError } from '../domain/settings.change.ts';
import {
  type AloneCommand,
  type Arguments,
  type Command,
  type CommandResult,
  type CommandUsage,
  type OperatorContext,
  OperatorError,
  optionsOf,
  UsageError,
} from './command.ts';
import { aloneCommands, commands } from './commands.ts';
import { runEach } from './each.ts';
import { LIST_HELP } from './lists.ts';
import { openForOperator } from './open.ts';
import { disk } from './payouts/disk.ts';
import { type Report, withProgress } from './progress.ts';
import { printed, printedJson } from './text.ts';

const all = [...commands, ...aloneCommands];

export interface Streams {
  out(text: string): void;
  err(text: string): void;
  /** what is no part of the answer: how far long work is, which database was changed */
  progress?(text: string): void;
  /** somebody reads that as it comes */
  readonly isWatched?: boolean;
}

const COMMON = `Every command takes --json (prints one JSON document) and --as NAME (the operator's name, else the
system's user). A command that takes longer than two seconds says once a second how far it is, on standard
error, at a terminal or with --progress. Those that change something take --reason TEXT (why, for the log of changes).
${LIST_HELP}`;

function usage(of: readonly CommandUsage[]): string {
  const lines = of.map(({ name, synopsis, summary }) => {
    const call = `npm run -s operator -- ${[name, synopsis].filter(Boolean).join(' ')}`;
    return `  ${call}\n      ${summary}`;
  });
  return `Usage:\n${lines.join('\n')}\n\n${COMMON}`;
}

function findCommand(argv: readonly string[]): Command | AloneCommand {
  const [group, action] = argv;
  const found = all.find(({ name }) => name === group || name === `${group} ${action}`);
  if (found) return found;
  const near = all.filter(({ name }) => name.startsWith(`${group} `));
  const what =
    group === undefined ? 'no command' : `unknown command "${argv.slice(0, 2).join(' ')}"`;
  throw new UsageError(`${what}\n${usage(near.length > 0 ? near : all)}`);
}

/** What is asked for by `help`, or `--help` anywhere before `--`; null: it is not. */
function helpOn(argv: readonly string[]): string | null {
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  if (words[0] !== 'help' && !words.includes('--help')) return null;
  const asked = words.filter((word) => word !== 'help' && !word.startsWith('-')).slice(0, 2);
  const about = all.filter(({ name }) => `${name} `.startsWith(`${asked.join(' ')} `));
  return usage(about.length > 0 ? about : all);
}

const MINUS = '\u2212';
const withHyphen = (word: string) => word.replace(new RegExp(`^${MINUS}(?=\\d)`), '-');

function parse(command: Command | AloneCommand, argv: readonly string[]) {
  try {
    const { positionals, values, tokens } = parseArgs({
      // an amount below 0 is no option: it passes under another sign
      args: argv
        .slice(command.name.split(' ').length)
        .map((word) => word.replace(/^-(?=\d)/, MINUS)),
      options: optionsOf(command),
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const twice = given.find((name, at) => given.indexOf(name) !== at);
    if (twice !== undefined) throw new Error(`--${twice} is given twice`);
    const single = command.each?.find((name) => values[name] !== undefined);
    if (single && positionals.length > 1) throw new Error(`--${single} is for one file`);
    const words = command.each ? Math.min(positionals.length, 1) : positionals.length;
    const isInstead = command.instead !== undefined && values[command.instead] !== undefined;
    if (words !== (isInstead ? 0 : command.positionals)) {
      throw new Error('wrong number of words');
    }
    const missing = command.required?.find((name) => values[name] === undefined);
    if (missing) throw new Error(`--${missing} is missing`);
    const { json, progress, as, ...texts } = values;
    return {
      positionals: positionals.map(withHyphen),
      who: operatorName(as),
      json: json === true,
      progress: progress === true,
      values: Object.fromEntries(
        Object.entries(texts).map(([name, text]) => [name, withHyphen(String(text))]),
      ),
    };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage([command])}`);
  }
}

/** In a container there may be a number without a name. */
function systemName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `uid-${process.getuid?.()}`;
  }
}

/** Names that differ by case or blanks are one operator's. */
export function operatorName(as: unknown): string {
  const name = foldName(String(as ?? systemName()).trim());
  if (name === '' || name.length > 64) throw new Error('--as must have 1 to 64 characters');
  return name;
}

/** Runs a command; what it changes and that it did so are one transaction. */
export async function runCommand(
  command: Command,
  context: Omit<OperatorContext, 'db'>,
  args: Arguments,
  pool: pg.Pool,
): Promise<CommandResult> {
  if (!command.changes) return command.run({ ...context, db: pool }, args);
  const { positionals } = args;
  if (!command.each || positionals.length === 1) return change(command, context, args, pool);
  return runEach(positionals, context.report ?? (() => {}), (word, report) =>
    change(command, { ...context, report }, { ...args, positionals: [word] }, pool),
  );
}

async function change(
  command: Command,
  context: Omit<OperatorContext, 'db'>,
  args: Arguments,
  pool: pg.Pool,
): Promise<CommandResult> {
  const done = await retryOnConflict(pool, () =>
    inTransaction(pool, async (db) => {
      if (command.encodes) await db.query('set local idle_in_transaction_session_timeout = 0');
      const result = await command.run({ ...context, db }, args);
      const { reason, ...values } = args.values;
      const what = { words: args.positionals, ...values, ...result.changed };
      const entry = { who: context.who, action: command.name, what, reason };
      await writeAudit(db, entry, context.now);
      return result;
    }),
  );
  await done.finish?.(pool);
  return done;
}

/** Errors whose message is for the operator; any other is a fault of the program. */
const EXPECTED_ERRORS = [
  OperatorError,
  SettingError,
  MethodError,
  SettlementError,
  DatabaseError,
  ConfigError,
];

/** @returns also what was changed where; null: nothing was changed */
async function answerOf(
  command: Command | AloneCommand,
  { who, ...args }: Arguments & { readonly who: string },
  env: Environment,
  { err, progress, report }: Required<Pick<Streams, 'err' | 'progress'>> & { report: Report },
): Promise<{ result: CommandResult; where: string | null }> {
  const config = readConfig(env);
  const { dataDir, databaseUrl } = config;
  // npm runs scripts in the project's folder and keeps here where it was called
  const directory = env.INIT_CWD ?? process.cwd();
  if ('runAlone' in command) {
    const context = { who, dataDir, databaseUrl, directory, say: progress, report };
    return { result: await command.runAlone(context, args), where: null };
  }
  // standard output carries the answer alone
  const database = await openForOperator(config, err);
  const { pool, embedded: isEmbedded } = database;
  try {
    const now = await readTime(pool);
    const context = { now, who, isEmbedded, dataDir, directory, disk, report };
    const result = await runCommand(command, context, args, pool);
    return { result, where: command.changes ? database.where : null };
  } finally {
    await database.close();
  }
}

/**
 * Runs one command.
 * @param argv the words after the program's name
 * @returns the exit status: 0 done, 1 refused or not in order, 2 wrong usage
 */
export async function runOperator(
  argv: readonly string[],
  env: Environment,
  { out, err, progress = () => {}, isWatched = false }: Streams,
): Promise<0 | 1 | 2> {
  try {
    const help = helpOn(argv);
    if (help !== null || argv.length === 0) {
      out(help ?? usage(all));
      return help === null ? 2 : 0;
    }
    const command = findCommand(argv);
    const { json, progress: isAsked, ...given } = parse(command, argv);
    const { result, where } = await withProgress(
      command.name,
      isWatched || isAsked ? progress : null,
      (report) => answerOf(command, given, env, { err, progress, report }),
    );
    if (where) progress(printed(where));
    out(json ? printedJson(result.json) : printed(result.text));
    if (result.note) (json ? progress : out)(printed(result.note));
    return result.status ?? 0;
  } catch (error) {
    if (error instanceof UsageError) {
      err(printed(error.message));
      return 2;
    }
    const expected = EXPECTED_ERRORS.some((kind) => error instanceof kind);
    const message = String((error as Error)?.message ?? error);
    err(printed(expected ? message : `failed: ${message}`));
    return 1;
  }
}
