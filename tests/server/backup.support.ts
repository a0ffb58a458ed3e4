import { runOperator } from '../../server/operator/cli.ts';
import type { Run } from './operator.setup.ts';

/** Runs the operator's command line with an environment of its own. */
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
