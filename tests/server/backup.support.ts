import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runOperator } from '../../server/operator/cli.ts';
import type { Run } from './operator.setup.ts';

/** Runs an operator’s command in this process, with only `env` as its environment. */
export async function runWith(
  env: Readonly<Record<string, string>>,
  argv: readonly string[],
): Promise<Run> {
  const [out, err]: [string[], string[]] = [[], []];
  const streams = {
    out: (text: string) => out.push(text),
    err: (text: string) => err.push(text),
  };
  const status = await runOperator(argv, env, streams);
  return { status, out: out.join('\n'), err: err.join('\n') };
}

/** Puts a copy of the data key where a backup is to be restored, as an operator does. */
export async function copyDataKey(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await copyFile(join(from, 'data-key'), join(to, 'data-key'));
}
