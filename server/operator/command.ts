import type { ParseArgsConfig } from 'node:util';
import type pg from 'pg';

/** What a command works with. */
export interface Bank {
  readonly pool: pg.Pool;
  readonly now: Date;
  /** absolute; media that the operator adds is kept under it */
  readonly dataDir: string;
  /** absolute; where the operator stands, so what relative paths mean */
  readonly directory: string;
}

export interface Arguments {
  /** by the names in the command's usage */
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | undefined>>;
}

/** What a command prints: one JSON document, or lines for people. */
export interface Outcome {
  readonly json: unknown;
  readonly text: string;
  /** 1: what was looked at is not in order */
  readonly status?: 0 | 1;
}

export interface Command {
  /** `withdrawals approve` */
  readonly name: string;
  /** what follows the name: `ID [--reason TEXT]` */
  readonly takes: string;
  readonly summary: string;
  /** how many words follow the name */
  readonly positionals: number;
  /** options beside `--json`, each with one text */
  readonly options: readonly string[];
  /** options that must be given */
  readonly required?: readonly string[];
  run(bank: Bank, args: Arguments): Promise<Outcome>;
}

/** The command line cannot be understood: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The bank says no: exit status 1 and one line. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

export function optionsOf(command: Command): NonNullable<ParseArgsConfig['options']> {
  const texts = command.options.map((name) => [name, { type: 'string' }] as const);
  return { ...Object.fromEntries(texts), json: { type: 'boolean' } };
}

/** A positive whole number of the command line. */
export function readId(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,14}$/.test(text)) {
    throw new UsageError(`ID must be a positive whole number, not "${text ?? ''}"`);
  }
  return Number(text);
}
