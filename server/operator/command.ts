import type { ParseArgsConfig } from 'node:util';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { ByLanguage } from '../domain/texts.ts';
import type { MediaStorage } from '../media/storage.ts';
import type { Disk } from './payouts/disk.ts';
import type { Report } from './progress.ts';

/** What a command works with, as the domain's own context is for a call. */
export interface OperatorContext {
  /** the transaction of a command that changes something, else the pool */
  readonly db: Database;
  /** who gives the command */
  readonly who: string;
  readonly now: Date;
  /** whether the database is the embedded one under `dataDir` */
  readonly isEmbedded: boolean;
  /** where people open the app, no slash at the end; null: not known */
  readonly publicUrl: string | null;
  /** absolute; what is being made of media is written under it */
  readonly dataDir: string;
  /** where media that the operator adds is kept */
  readonly media: MediaStorage;
  /** absolute; where the command was called, which relative paths start from */
  readonly directory: string;
  /** where files are written that have to be there */
  readonly disk: Disk;
  /** hears how far long work is */
  readonly report?: Report;
}

export interface Arguments {
  /** by the names in the command's usage */
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | undefined>>;
  /** of the options in `byLanguage`, what was given for a language; an empty text takes one away */
  readonly texts?: Readonly<Record<string, ByLanguage>>;
}

/** One of many calls of a command. */
export interface Call {
  /** names it in the answer */
  readonly word: string;
  readonly args: Arguments;
}

/** What a command prints: one JSON document, or lines for people. */
export interface CommandResult {
  readonly json: unknown;
  readonly text: string;
  /** what people are told beside the answer; with `--json` it is no part of the document */
  readonly note?: string;
  /** 1: what was checked is not in order */
  readonly status?: 0 | 1;
  /** what the log of changes tells beside the command's own words */
  readonly changed?: Readonly<Record<string, unknown>>;
  /** nothing was changed, and the log of changes tells nothing */
  readonly isUnchanged?: true;
  /** what follows once the change is committed; the answer is given after it */
  readonly finish?: (pool: pg.Pool) => Promise<void>;
}

/** What a command would do, to be agreed to before it does it. */
export interface Plan {
  /** what somebody has to know who agrees, in lines */
  readonly shown: string;
  /** `Export these 3?` */
  readonly question: string;
  /** does it, in a transaction that began after the answer: what was shown may have changed */
  run(context: OperatorContext): Promise<CommandResult>;
}

/** What the command line tells and takes of a command. */
export interface CommandUsage {
  /** `withdrawals approve` */
  readonly name: string;
  /** what follows the name: `ID [--reason TEXT]` */
  readonly synopsis: string;
  readonly summary: string;
  /** how many words follow the name */
  readonly positionals: number;
  /** a flag that may be given in the place of those words: `all`; or one of `options`: `from` */
  readonly instead?: string;
  /** of one word that may be given many times; the options here are of one such word alone */
  readonly each?: readonly string[];
  /** options beside `--json`, `--as` and a change's `--reason`, each with one text */
  readonly options: readonly string[];
  /** of `options`: texts that people read, each given once and once for each language */
  readonly byLanguage?: readonly string[];
  /** options without a text, beside `--json` */
  readonly flags?: readonly string[];
  /** options that must be given */
  readonly required?: readonly string[];
}

/** A command that works on the server's database. */
export interface Command extends CommandUsage {
  /** it takes or tells amounts: on standard error it is said what they are in */
  readonly hasAmounts?: true;
  /** it changes something: it runs in one transaction and is written into the log of changes */
  readonly changes?: true;
  /** it is given to a database that no server has started with yet */
  readonly precedesServer?: true;
  /** its words name somebody who is named nowhere after it: the log of changes does not tell them */
  readonly isNameless?: true;
  /** it works where what is in the database cannot be read, for its data key is not there */
  readonly lacksKeys?: true;
  /** it encodes or sends files in that transaction, which takes minutes, and writes them where media are */
  readonly encodes?: true;
  /** reads many calls from a file: each runs by itself */
  calls?(context: OperatorContext, args: Arguments): Promise<readonly Call[]>;
  /** looks, and changes nothing; null: nothing is asked, and `run` does it */
  plan?(context: OperatorContext, args: Arguments): Promise<Plan | null>;
  run(context: OperatorContext, args: Arguments): Promise<CommandResult>;
}

/** What a command without a database works with. */
interface AloneContext extends Pick<OperatorContext, 'who' | 'dataDir' | 'directory' | 'report'> {
  /** null: the embedded database is meant */
  readonly databaseUrl: string | null;
  /** the whole environment, as a server would read it */
  readonly config: Config;
  /** what is no part of the answer */
  readonly say: (text: string) => void;
}

/** A command that runs where there is no database yet. */
export interface AloneCommand extends CommandUsage {
  runAlone(context: AloneContext, args: Arguments): Promise<CommandResult>;
}

/** The command line cannot be understood: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command is understood and refused: exit status 1 and one line. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

export function optionsOf(
  command: Command | AloneCommand,
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
