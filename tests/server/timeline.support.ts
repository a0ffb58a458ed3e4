import { runOperator } from '../../server/operator/cli.ts';
import { server } from './http/server.setup.ts';

/** Gives a command of the operator against the server's database. */
export async function run(...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const streams = { out: (text: string) => out.push(text), err: (text: string) => err.push(text) };
  const env = { DATABASE_URL: server.domain.url, DATA_DIR: server.dataDir };
  const status = await runOperator(argv, env, streams);
  return { status, out: out.join('\n'), err: err.join('\n') };
}

export const SINCE = ['--since', '2026-03-01'];

/** What the timeline tells of a person, without its times, each line as it is printed. */
export async function told(name: string): Promise<string[]> {
  const { out } = await run('users', 'timeline', name, ...SINCE);
  return out
    .split('\n')
    .slice(1)
    .map((line) => line.slice('2026-03-01T10:00:00.000Z  '.length).replace(/ {2,}/, ': '));
}

let keys = 0;
/** What the app sends with each claim. */
export function key(): Record<string, string> {
  keys += 1;
  return { 'idempotency-key': `claim-${keys}` };
}
