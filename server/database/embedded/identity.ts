import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseError } from '../database-error.ts';

const run = promisify(execFile);

/** Who Postgres runs as: it refuses to be root. */
export interface Identity {
  /** null: the user of this process */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
  /** The command that starts `program` as that user, and the options for `spawn`. */
  command(program: string, args: readonly string[]): Command;
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: { readonly cwd: string; readonly uid?: number; readonly gid?: number };
}

interface User {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

async function findUser(): Promise<User> {
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
      return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      // no such user: try the next
    }
  }
  throw new DatabaseError(
    'Postgres refuses to run as root and there is no user "postgres" or "nobody": start the server as another user',
  );
}

/** The first folder on the way to `path` that the user may not enter. */
async function findBarrier(path: string, { uid, gid }: User): Promise<string | null> {
  const folders: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  for (const folder of folders) {
    const { mode, uid: owner, gid: group } = await stat(folder);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return folder;
  }
  return null;
}

/**
 * Rights that let a user pass folders which are closed to it, the smaller one first; containers
 * often give root the second alone.
 */
const RIGHTS = ['+dac_read_search', '+dac_override'] as const;

function passing({ uid, gid }: User, right: string): Identity['command'] {
  const rights = [`--inh-caps=${right}`, `--ambient-caps=${right}`];
  const who = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  return (program, args) => ({
    file: 'setpriv',
    args: [...who, ...rights, '--', program, ...args],
    options: { cwd: '/' },
  });
}

/** The way past closed folders that this system allows, tried on the program itself. */
async function findPassage(user: User, program: string): Promise<Identity['command'] | null> {
  for (const right of RIGHTS) {
    const command = passing(user, right);
    const { file, args, options } = command(program, ['--version']);
    try {
      await run(file, args, options);
      return command;
    } catch {
      // no such program or no such right: try the next
    }
  }
  return null;
}

/**
 * Decides who runs Postgres: this user, or for root the user `postgres` or `nobody`. When a folder
 * above the programs or the data is closed to them (a checkout below /root), Postgres gets the
 * right to pass such folders, where Linux can give it.
 * @param paths what the user must reach
 * @throws DatabaseError with the folder that is in the way
 */
export async function chooseIdentity(paths: readonly string[]): Promise<Identity> {
  if (process.getuid?.() !== 0) {
    return { owner: null, command: (file, args) => ({ file, args, options: { cwd: '/' } }) };
  }
  const user = await findUser();
  const { name, uid, gid } = user;
  const barriers = await Promise.all(paths.map((path) => findBarrier(path, user)));
  const barrier = barriers.find((folder) => folder !== null);
  if (!barrier) {
    return {
      owner: { uid, gid },
      command: (file, args) => ({ file, args, options: { cwd: '/', uid, gid } }),
    };
  }
  const command = await findPassage(user, paths[0] ?? '');
  if (command) return { owner: { uid, gid }, command };
  throw new DatabaseError(
    `${barrier} is closed to the user "${name}" that Postgres runs as: chmod o+x ${barrier}, start the server as another user, or set DATABASE_URL`,
  );
}
