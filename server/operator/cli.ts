import type pg from 'pg';
import { ConfigError, type Environment } from '../config.environment.ts';
import { readConfig } from '../config.ts';
import { readTime } from '../database/clock.ts';
import { inTransaction, retryOnConflict } from '../database/database.ts';
import { DatabaseError } from '../database/database-error.ts';
import { writeFailureReason } from '../database/write-health.ts';
import { writeAudit } from '../domain/audit.ts';
import { MethodError } from '../domain/method-setup.ts';
import { SettlementError } from '../domain/payout-steps.ts';
import { SettingError } from '../domain/settings.check.ts';
import { openMedia } from '../media/open.ts';
import { MediaError } from '../media/storage.ts';
import { assertSameMediaStore, syncTakedowns } from '../media/takedown-sync.ts';
import { type Agree, type Ask, quietly, requireConsent } from './agree.ts';
import {
  type Arguments,
  type Call,
  type Command,
  type CommandResult,
  type OperatorContext,
  OperatorError,
  type StandaloneCommand,
  UsageError,
} from './command.ts';
import { findCommand, helpOn, parse, usage } from './command-line.ts';
import { commands, standaloneCommands } from './commands.ts';
import { runEach } from './each.ts';
import { loggedWords } from './logged-words.ts';
import { lockFilesShared } from './media/orphaned-files.ts';
import { openForOperator } from './open.ts';
import { disk } from './payouts/disk.ts';
import { type Report, withProgress } from './progress.ts';
import { readSettings } from './settings.ts';
import { printed, printedJson } from './text.ts';

const all = [...commands, ...standaloneCommands];

export interface Streams {
  out(text: string): void;
  err(text: string): void;
  /** receives output that is no part of the answer: progress, the name of the changed database */
  progress?(text: string): void;
  /** whether a person reads the progress live */
  readonly isWatched?: boolean;
  /** not given: nobody can be asked */
  readonly ask?: Ask | undefined;
}

/** Context of a command before its database is open. */
export interface Surroundings extends Omit<OperatorContext, 'db'> {
  readonly agree: Agree;
}

/** Splits a command line into separate calls. @returns null: the command line is one call */
async function callsOf(
  command: Command,
  context: OperatorContext,
  args: Arguments,
): Promise<readonly Call[] | null> {
  if (command.calls) return command.calls(context, args);
  const { positionals } = args;
  if (!command.each || positionals.length === 1) return null;
  return positionals.map((word) => ({ word, args: { ...args, positionals: [word] } }));
}

/** Runs a command; its change and the entry in the audit log are one transaction. */
export async function runCommand(
  command: Command,
  { agree, ...context }: Surroundings,
  args: Arguments,
  pool: pg.Pool,
): Promise<CommandResult> {
  const plan = await command.plan?.({ ...context, db: pool }, args);
  if (plan) {
    const now = await agree(plan);
    return change({ ...command, run: plan.run }, { ...context, now }, args, pool);
  }
  if (!command.changes) return command.run({ ...context, db: pool }, args);
  const calls = await callsOf(command, { ...context, db: pool }, args);
  if (!calls) return change(command, context, args, pool);
  return runEach(calls, context.report ?? (() => {}), (each, report) =>
    change(command, { ...context, report }, each, pool),
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
      if (command.changesMediaFiles) {
        await db.query('set local idle_in_transaction_session_timeout = 0');
        await lockFilesShared(db);
      }
      const result = await command.run({ ...context, db }, args);
      if (result.isUnchanged) return result;
      const { reason, ...values } = args.values;
      const { texts } = args;
      const named = () => loggedWords(db, command, args.positionals);
      const words = command.redactsArguments ? {} : { words: await named() };
      const what = { ...words, ...values, ...(texts && { texts }), ...result.changed };
      const entry = { who: context.who, action: command.name, what, reason };
      await writeAudit(db, entry, context.now);
      return result;
    }),
  );
  await done.finish?.(pool);
  const waits = await trySyncTakedowns(context, pool);
  if (waits === null) return done;
  return { ...done, note: done.note ? `${done.note}\n${waits}` : waits };
}

/** Hides or restores files in the bucket, as the database says. @returns a note on a failure; else null */
async function trySyncTakedowns({ media }: Omit<OperatorContext, 'db'>, pool: pg.Pool) {
  try {
    await syncTakedowns(pool, media);
    return null;
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return `${error.message}\nThe change is made. The server changes the files in the store as soon as the store answers. Until then people can fetch removed files, and cannot fetch restored files.`;
  }
}

/** Errors with a message for the operator; any other error is a fault of the program. */
const EXPECTED_ERRORS = [
  OperatorError,
  SettingError,
  MethodError,
  SettlementError,
  DatabaseError,
  ConfigError,
  MediaError,
];

interface Answering {
  readonly err: Streams['err'];
  readonly say: (text: string) => void;
  readonly report: Report;
  readonly ask: Ask | undefined;
}

const aboutAmounts = async (db: pg.Pool): Promise<string> =>
  `amounts are in ${(await readSettings({ db })).currency}`;

/**
 * Runs a command in its context.
 * @returns the result, and lines on the changed database and on the currency of amounts; null: no such line
 */
async function answerOf(
  command: Command | StandaloneCommand,
  { who, yes, ...args }: Arguments & { readonly who: string; readonly yes: boolean },
  env: Environment,
  { err, say, report, ask }: Answering,
): Promise<{ result: CommandResult; where: string | null; amounts: string | null }> {
  const config = readConfig(env);
  const { dataDir, databaseUrl } = config;
  // npm runs scripts in the project's folder; this variable has the folder of the call
  const directory = env.INIT_CWD ?? process.cwd();
  if ('runStandalone' in command) {
    const context = { who, config, dataDir, databaseUrl, directory, say, report };
    return { result: await command.runStandalone(context, args), where: null, amounts: null };
  }
  // log lines go to `err`: standard output has only the answer
  const database = await openForOperator(config, err, command);
  const { pool, embedded: isEmbedded } = database;
  try {
    const now = await readTime(pool);
    const agree: Agree = async (plan) => {
      await requireConsent(plan, { yes, ask, say });
      return readTime(pool);
    };
    const publicUrl = env.PUBLIC_URL ? config.publicUrl : database.publicUrl;
    const place = { isEmbedded, publicUrl, dataDir, directory, disk };
    const media = await openMedia(config);
    if (command.changesMediaFiles) await assertSameMediaStore(pool, media);
    const context = { now, who, ...place, media, report, agree };
    const result = await runCommand(command, context, args, pool);
    const amounts = command.hasAmounts ? await aboutAmounts(pool) : null;
    return { result, where: command.changes ? database.where : null, amounts };
  } finally {
    await database.close();
  }
}

/**
 * Runs one command.
 * @param argv the words after the program's name
 * @returns the exit status: 0 done; 1 refused, failed, or a check found a problem; 2 wrong usage
 */
export async function runOperator(
  argv: readonly string[],
  env: Environment,
  { out, err, progress = () => {}, isWatched = false, ask }: Streams,
): Promise<0 | 1 | 2> {
  try {
    const help = helpOn(argv, all);
    if (help !== null || argv.length === 0) {
      out(help ?? usage(all));
      return help === null ? 2 : 0;
    }
    const command = findCommand(argv, all);
    const { json, progress: isAsked, ...given } = parse(command, argv);
    const quiet = quietly(ask, progress);
    const { result, where, amounts } = await withProgress(
      command.name,
      isWatched || isAsked ? quiet.say : null,
      (report) => answerOf(command, given, env, { err, say: progress, report, ask: quiet.ask }),
    );
    if (where) progress(printed(where));
    if (amounts && !json) progress(amounts);
    out(json ? printedJson(result.json) : printed(result.text));
    if (result.note) (json ? progress : out)(printed(result.note));
    return result.status ?? 0;
  } catch (error) {
    if (error instanceof UsageError) {
      err(printed(error.message));
      return 2;
    }
    const expected = EXPECTED_ERRORS.some((kind) => error instanceof kind);
    const trouble = writeFailureReason(error);
    const message = String((error as Error)?.message ?? error);
    const failed = trouble === null ? message : `${trouble}, so nothing was changed`;
    err(printed(expected ? message : `failed: ${failed}`));
    return 1;
  }
}
