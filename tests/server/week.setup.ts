import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '../postgres/own.ts';
import { loginForm, registerForm } from './forms.ts';
import { Client } from './http/client.ts';
import { type ServerProcess, startProcess } from './http/process.ts';
import { expectAnswer } from './http/proofs.ts';
import type { Run } from './operator.setup.ts';

const PROJECT = join(import.meta.dirname, '../..');
const {
  PATH = '',
  HOME = '',
  NODE_COMPILE_CACHE = join(tmpdir(), 'clipurse-week-compiled'),
} = process.env;

/** A Postgres for this test file, and a server in a process with its own environment. */
export let postgres: OwnPostgres;
export let server: ServerProcess;
export let address: string;
/** What docs/operating.md has operators set. */
export let place: { readonly DATABASE_URL: string; readonly DATA_DIR: string };
/** Where operators stand when they type. */
export let desk: string;
/** The programs of their shell, ffmpeg not among them: to encode is slow, and has tests of its own. */
let programs: string;

/** A file on the operator's desk. */
export const atDesk = (name: string, content: string) => writeFile(join(desk, name), content);
export const readAtDesk = (name: string) => readFile(join(desk, name), 'utf8');

/**
 * Types a line in a shell.
 * @param env of that shell, beside what every shell has
 */
async function type(line: string, env: Record<string, string> = place): Promise<Run> {
  const own = { PATH: programs, HOME, NODE_COMPILE_CACHE };
  const typed = line.replace(/^npm run/, `exec npm --prefix '${PROJECT}' run`);
  const child = spawn('sh', ['-c', typed], {
    ...{ cwd: desk, env: { ...own, ...env } },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const status = new Promise<number>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? (signal === null ? 0 : 128)));
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await status, out: out.trimEnd(), err: err.trimEnd() };
}

/** A command with the server's environment. */
export const operator = (words: string, env?: Record<string, string>): Promise<Run> =>
  type(`npm run -s operator -- ${words}`, env);

/** Commands whose answers a test does not look at, at once. */
export async function done(...lines: readonly string[]): Promise<void> {
  const runs = await Promise.all(lines.map((line) => operator(line)));
  for (const { status, err } of runs) if (status !== 0) throw new Error(err);
}

/** What a command that changes something says beside its answer. */
export const told = () =>
  `database: clipurse at ${new URL(place.DATABASE_URL).host} as clipurse_server; server: ${address}`;

/** Somebody with the app. */
export interface Person {
  readonly name: string;
  readonly client: Client;
  readonly inviteCode: string;
}

async function linkPrograms(): Promise<void> {
  const find = (name: string) =>
    PATH.split(delimiter)
      .map((folder) => join(folder, name))
      .find(existsSync) ?? name;
  await symlink(process.execPath, join(programs, 'node'));
  for (const name of ['npm', 'sh']) await symlink(find(name), join(programs, name));
}

let people = 0;

/** Registers and logs in, as the app does. */
export async function newPerson(over: object = {}, headers = {}): Promise<Person> {
  people += 1;
  const visitor = new Client(address, null);
  await expectAnswer(visitor, 'checkIn', registerForm(people, over), headers);
  const { userInfo } = await expectAnswer(visitor, 'checkIn', loginForm(people), headers);
  const client = new Client(address, userInfo.token);
  return { name: userInfo.username, client, inviteCode: userInfo.invite_code };
}

/** Gives the test file an installation, made as docs/deploying.md says. */
export function setUpWeek(): void {
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clipurse-week-'));
    [desk, programs] = [join(folder, 'desk'), join(folder, 'programs')];
    for (const path of [desk, programs]) await mkdir(path);
    await linkPrograms();
    await chmod(folder, 0o755);
    postgres = await startOwnPostgres();
    const [owner, role] = [postgres.url('clipurse_owner'), postgres.url('clipurse_server')];
    place = { DATABASE_URL: role, DATA_DIR: join(folder, 'data') };
    const tables = await operator('database migrate --grant clipurse_server', {
      ...place,
      DATABASE_URL: owner,
    });
    if (tables.status !== 0) throw new Error(tables.err);
    server = startProcess(place);
    address = await server.ready;
    return async () => {
      server.child.kill('SIGTERM');
      await server.ended;
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    };
  });
}
