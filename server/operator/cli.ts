import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { DatabaseError, openDatabase } from '../database/open.ts';
import { SettingError } from '../domain/settings.change.ts';
import { SettlementError } from '../domain/settlement.ts';
import { adCommands } from './ads.commands.ts';
import { type Command, OperatorError, optionsOf, UsageError } from './command.ts';
import { configCommands } from './config.commands.ts';
import { ledgerCommands } from './ledger.commands.ts';
import { userCommands } from './users.commands.ts';
import { videoCommands } from './videos.commands.ts';
import { withdrawalCommands } from './withdrawals.commands.ts';

export const commands: readonly Command[] = [
  ...configCommands,
  ...withdrawalCommands,
  ...videoCommands,
  ...adCommands,
  ...userCommands,
  ...ledgerCommands,
];

export interface Streams {
  out(text: string): void;
  err(text: string): void;
}

function usage(of: readonly Command[]): string {
  const lines = of.map(({ name, takes, summary }) => {
    const call = `npm run -s operator -- ${[name, takes].filter(Boolean).join(' ')}`;
    return `  ${call}\n      ${summary}`;
  });
  return `Usage:\n${lines.join('\n')}\n\nEvery command takes --json.`;
}

function findCommand(argv: readonly string[]): Command {
  const [group, action] = argv;
  const found = commands.find(({ name }) => name === `${group} ${action}`);
  if (found) return found;
  const near = commands.filter(({ name }) => name.startsWith(`${group} `));
  const what =
    group === undefined ? 'no command' : `unknown command "${argv.slice(0, 2).join(' ')}"`;
  throw new UsageError(`${what}\n${usage(near.length > 0 ? near : commands)}`);
}

function parse(command: Command, argv: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: argv.slice(2),
      options: optionsOf(command),
      allowPositionals: true,
      strict: true,
    });
    if (positionals.length !== command.positionals) throw new Error('wrong number of words');
    const missing = command.required?.find((name) => values[name] === undefined);
    if (missing) throw new Error(`--${missing} is missing`);
    const { json, ...texts } = values;
    return { positionals, json: json === true, values: texts as Record<string, string> };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage([command])}`);
  }
}

const REFUSALS = [OperatorError, SettingError, SettlementError, DatabaseError, ConfigError];

/**
 * Runs one command.
 * @param argv the words after the program's name
 * @returns the exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function runOperator(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { out, err }: Streams,
): Promise<0 | 1 | 2> {
  try {
    if (argv.length === 0 || argv[0] === '--help' || argv[0] === 'help') {
      out(usage(commands));
      return argv.length === 0 ? 2 : 0;
    }
    const command = findCommand(argv);
    const { json, ...args } = parse(command, argv);
    const { databaseUrl, dataDir } = readConfig(env);
    const database = await openDatabase({
      databaseUrl,
      dataDir,
      // standard output carries the answer alone
      log: err,
      maxConnections: 2,
    });
    try {
      // npm runs scripts in the project's folder and keeps here where it was called
      const directory = env.INIT_CWD ?? process.cwd();
      const bank = { pool: database.pool, now: new Date(), dataDir, directory };
      const outcome = await command.run(bank, args);
      out(json ? JSON.stringify(outcome.json, null, 2) : outcome.text);
      return outcome.status ?? 0;
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof UsageError) {
      err(error.message);
      return 2;
    }
    const known = REFUSALS.some((kind) => error instanceof kind);
    err(known ? (error as Error).message : `failed: ${String((error as Error)?.message ?? error)}`);
    return 1;
  }
}
