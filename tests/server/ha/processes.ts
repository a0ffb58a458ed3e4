import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import { programEnv } from '../../../scripts/debian-programs.ts';
import type { Owner } from '../../../server/database/embedded/identity.ts';

interface Started {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly owner: Owner | null;
  /** the file for the program's output */
  readonly log: string;
}

/** Starts a program as the user of Postgres; the kernel kills it when this process ends. */
export function launch(program: string, args: string[], started: Started): ChildProcess {
  const { env, cwd, owner, log } = started;
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', program, ...args], {
    cwd,
    env: { ...programEnv(), LC_ALL: 'C.UTF-8', ...env },
    ...(owner && { uid: owner.uid, gid: owner.gid }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const file = createWriteStream(log, { flags: 'a' });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(file, { end: false });
  child.once('close', () => file.end());
  return child;
}

/** Kills a program that this process started. */
export async function kill(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function isThere(pid: number): Promise<boolean> {
  try {
    return !/^State:\s+Z/m.test(await readFile(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')),
  );
  return pids.filter((_, at) => parents[at]?.includes(`\nPPid:\t${parent}\n`));
}

/** Returns the process id of the folder's postmaster; null: Postgres is not running. */
async function postmasterOf(data: string): Promise<number | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  // another program may have got the process id meanwhile
  return command.includes(data) ? pid : null;
}

const untilGone = (pids: readonly number[]) =>
  vi.waitFor(
    async () => {
      const left = (await Promise.all(pids.map(isThere))).filter(Boolean).length;
      if (left > 0) throw new Error(`${left} processes of Postgres do not end`);
    },
    { timeout: 30_000, interval: 10 },
  );

/** Kills the Postgres of a folder with all of its processes, like a power failure. */
export async function killPostgres(data: string): Promise<void> {
  const pid = await postmasterOf(data);
  if (pid === null) return;
  process.kill(pid, 'SIGSTOP');
  const pids = [...(await childrenOf(pid)), pid];
  for (const each of pids) process.kill(each, 'SIGKILL');
  await untilGone(pids);
}

/** Ends Postgres at once with SIGQUIT, so that it releases its shared memory in /dev/shm. */
export async function quitPostgres(data: string): Promise<void> {
  const pid = await postmasterOf(data);
  if (pid === null) return;
  process.kill(pid, 'SIGQUIT');
  await untilGone([pid]).catch(() => killPostgres(data));
}
