import { runOperator } from '../../server/operator/cli.ts';
import { server } from './http/server.setup.ts';

/** Runs an operator's command on the server's database. */
export async function run(...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const streams = { out: (text: string) => out.push(text), err: (text: string) => err.push(text) };
  const env = { DATABASE_URL: server.domain.url, DATA_DIR: server.dataDir };
  const status = await runOperator(argv, env, streams);
  return { status, out: out.join('\n'), err: err.join('\n') };
}

export const SINCE = ['--since', '2026-03-01'];

/** The lines of a person's timeline as they are printed, without their times. */
export async function told(name: string): Promise<string[]> {
  const { out } = await run('users', 'timeline', name, ...SINCE);
  return out
    .split('\n')
    .slice(1)
    .map((line) => line.slice('2026-03-01T10:00:00.000Z  '.length).replace(/ {2,}/, ': '));
}

let keys = 0;
/** The header that the app sends with each claim: a new idempotency key. */
export function key(): Record<string, string> {
  keys += 1;
  return { 'idempotency-key': `claim-${keys}` };
}
