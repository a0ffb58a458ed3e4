import type { ParseArgsConfig } from 'node:util';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { ByLanguage } from '../domain/texts.ts';
import type { MediaStorage } from '../media/storage.ts';
import type { Disk } from './payouts/disk.ts';
import type { Report } from './progress.ts';

/** Dependencies of a command, as the domain's `Context` has those of a call. */
export interface OperatorContext {
  /** the transaction of a command that changes something, else the pool */
  readonly db: Database;
  /** name of the operator */
  readonly who: string;
  readonly now: Date;
  /** whether the database is the embedded one under `dataDir` */
  readonly isEmbedded: boolean;
  /** origin of the app, no slash at the end; null: unknown */
  readonly publicUrl: string | null;
  /** absolute; drafts of media are written under it */
  readonly dataDir: string;
  /** store of the media that the operator adds */
  readonly media: MediaStorage;
  /** absolute path of the folder where the command was called: relative paths start there */
  readonly directory: string;
  /** writes files durably */
  readonly disk: Disk;
  /** receives the progress of long work */
  readonly report?: Report;
}

export interface Arguments {
  /** the words after the command's name, as in its usage */
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | undefined>>;
  /** texts of the options in `byLanguage`, by language; an empty text removes the stored text */
  readonly texts?: Readonly<Record<string, ByLanguage>>;
}

/** One of several calls of a command. */
export interface Call {
  /** identifies the call in the answer */
  readonly word: string;
  readonly args: Arguments;
}

/** Output of a command: one JSON document, or lines for people. */
export interface CommandResult {
  readonly json: unknown;
  readonly text: string;
  /** a remark besides the answer; with `--json` it is no part of the document */
  readonly note?: string;
  /** 1: a check has failed */
  readonly status?: 0 | 1;
  /** facts for the audit log besides the command's own words */
  readonly changed?: Readonly<Record<string, unknown>>;
  /** nothing was changed, so the audit log gets no entry */
  readonly isUnchanged?: true;
  /** runs once the change is committed, before the answer is printed */
  readonly finish?: (pool: pg.Pool) => Promise<void>;
}

/** A planned change, which a person has to agree to first. */
export interface Plan {
  /** the lines that this person has to read */
  readonly shown: string;
  /** `Export 3 requests?` */
  readonly question: string;
  /** carries out the plan, in a transaction that began after the answer: the shown data may have changed */
  run(context: OperatorContext): Promise<CommandResult>;
}

/** Description and parameters of a command, for the command line. */
export interface CommandUsage {
  /** `withdrawals approve` */
  readonly name: string;
  /** usage after the name: `ID [--reason TEXT]` */
  readonly synopsis: string;
  readonly summary: string;
  /** number of words after the name */
  readonly positionals: number;
  /** a flag (`all`) or one of `options` (`from`) that may be given instead of these words */
  readonly instead?: string;
  /** the command takes one word, or several; these options are allowed with a single word only */
  readonly each?: readonly string[];
  /** options besides `--json`, `--as` and a change's `--reason`, each with one text */
  readonly options: readonly string[];
  /** options with texts for people, which may be repeated for each language */
  readonly byLanguage?: readonly string[];
  /** options without a text, besides `--json` */
  readonly flags?: readonly string[];
  readonly required?: readonly string[];
}

/** A command that works on the server's database. */
export interface Command extends CommandUsage {
  /** it takes or prints amounts: their currency is printed on standard error */
  readonly hasAmounts?: true;
  /** it changes something: it runs in one transaction, with an entry in the audit log */
  readonly changes?: true;
  /** it is for a database that no server has started with yet */
  readonly precedesServer?: true;
  /** its words name a person who must not be named later: the audit log omits them */
  readonly redactsArguments?: true;
  /** it works without the data key, although sealed data cannot be read then */
  readonly allowsMissingKeys?: true;
  /** it changes files of the media store, which may take minutes: its transaction has no idle timeout */
  readonly changesMediaFiles?: true;
  /** reads several calls, for example from a file; each call runs in its own transaction */
  calls?(context: OperatorContext, args: Arguments): Promise<readonly Call[]>;
  /** reads without changing anything; null: no consent is needed, and `run` does the work */
  plan?(context: OperatorContext, args: Arguments): Promise<Plan | null>;
  run(context: OperatorContext, args: Arguments): Promise<CommandResult>;
}

/** Context of a command without a database. */
interface StandaloneContext
  extends Pick<OperatorContext, 'who' | 'dataDir' | 'directory' | 'report'> {
  /** null: the embedded database */
  readonly databaseUrl: string | null;
  /** the whole configuration, as a server would read it */
  readonly config: Config;
  /** receives output that is no part of the answer */
  readonly say: (text: string) => void;
}

/** A command that gets no open database: it needs none, or opens databases itself. */
export interface StandaloneCommand extends CommandUsage {
  runStandalone(context: StandaloneContext, args: Arguments): Promise<CommandResult>;
}

/** The command line is invalid: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command line is valid, but the command is refused: exit status 1. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

export function optionsOf(
  command: Command | StandaloneCommand,
): NonNullable<ParseArgsConfig['options']> {
  const isChange = 'run' in command && command.changes;
  const names = [...command.options, ...(isChange ? ['reason'] : [])];
  const texts = names.map((name) => [name, { type: 'string' }] as const);
  const instead = names.includes(command.instead ?? '') ? undefined : command.instead;
  const agrees = 'plan' in command ? ['yes'] : [];
  const flags = [instead ?? [], command.flags ?? [], agrees, 'json', 'progress'].flat();
  return {
    ...Object.fromEntries(texts),
    ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' }] as const)),
    as: { type: 'string' },
  };
}
