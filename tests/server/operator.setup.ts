import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { nameDatabase } from '../../server/database/open.ts';
import { writeServerRecord } from '../../server/database/server-record.ts';
import type { Ask } from '../../server/operator/agree.ts';
import { runOperator } from '../../server/operator/cli.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { SITE } from './support.ts';

export { domain };
export const CLIPS = join(import.meta.dirname, '../../server/demo/clips');
export const CLIP = join(CLIPS, 'koi.mp4');

/** The test file's own data folder. */
export let dataDir: string;

export interface Run {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Writes the record of a server that has ended: commands may then write media to the folder. */
const leaveRecord = (folder: string, databaseUrl: string) =>
  writeServerRecord(folder, {
    address: SITE.publicUrl,
    database: nameDatabase(databaseUrl, folder),
    pid: 999_999_999,
  });

/** Gives the test file a domain and a data folder for the operator's command line. */
export function setUpOperator(): void {
  setUpDomain();
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'clipurse-operator-'));
    await leaveRecord(dataDir, domain.url);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
}

/** Writes a file to the data folder. @returns its path */
export async function file(name: string, content: unknown): Promise<string> {
  const path = join(dataDir, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** Runs a command. @param ask answers questions; undefined: there is no terminal */
export async function run(argv: readonly string[], env: object = {}, ask?: Ask): Promise<Run> {
  const [out, err]: [string[], string[]] = [[], []];
  const streams = {
    out: (text: string) => out.push(text),
    err: (text: string) => err.push(text),
    ask,
  };
  const place = { DATABASE_URL: domain.url, DATA_DIR: dataDir };
  const settings = { ...place, PUBLIC_URL: SITE.publicUrl, ...env };
  const status = await runOperator(argv, settings, streams);
  return { status, out: out.join('\n'), err: err.join('\n') };
}

/** Runs a command with `--json`, and parses its answer. @throws Error if it prints an error */
// biome-ignore lint/suspicious/noExplicitAny: the return type of JSON.parse
export async function json(...argv: string[]): Promise<{ status: number; answer: any }> {
  const { status, out, err } = await run([...argv, '--json']);
  if (err) throw new Error(err);
  return { status, answer: JSON.parse(out) };
}
