import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOperator } from '../../server/operator/cli.ts';
import { createBank, type TestBank } from './support.ts';

export const CLIPS = join(import.meta.dirname, '../../server/demo/clips');
export const CLIP = join(CLIPS, 'koi.mp4');

export interface Run {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** A bank and the operator's command line on it, with a data folder of their own. */
export interface Operator {
  readonly bank: TestBank;
  readonly dataDir: string;
  run(argv: readonly string[], env?: object): Promise<Run>;
  /** the answer of `--json`; fails when the command said anything else */
  // biome-ignore lint/suspicious/noExplicitAny: what JSON.parse gives
  json(...argv: string[]): Promise<{ status: number; answer: any }>;
  close(): Promise<void>;
}

export async function createOperator(): Promise<Operator> {
  const bank = await createBank();
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-operator-'));
  async function run(argv: readonly string[], env: object = {}): Promise<Run> {
    const [out, err]: [string[], string[]] = [[], []];
    const streams = {
      out: (text: string) => out.push(text),
      err: (text: string) => err.push(text),
    };
    const settings = { DATABASE_URL: bank.url, DATA_DIR: dataDir, ...env };
    const status = await runOperator(argv, settings, streams);
    return { status, out: out.join('\n'), err: err.join('\n') };
  }
  return {
    bank,
    dataDir,
    run,
    json: async (...argv) => {
      const { status, out, err } = await run([...argv, '--json']);
      if (err) throw new Error(err);
      return { status, answer: JSON.parse(out) };
    },
    close: async () => {
      await bank.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
