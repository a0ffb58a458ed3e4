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

interface Command {
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

/** The first folder above `path` that the user may not enter. */
async function findClosedFolder(path: string, { uid, gid }: User): Promise<string | null> {
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
 * Linux capabilities that let a user enter folders which are closed to it, the smaller one first;
 * containers often give root the second alone.
 */
const CAPABILITIES = ['+dac_read_search', '+dac_override'] as const;

function withCapability({ uid, gid }: User, capability: string): Identity['command'] {
  const caps = [`--inh-caps=${capability}`, `--ambient-caps=${capability}`];
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  return (program, args) => ({
    file: 'setpriv',
    args: [...user, ...caps, '--', program, ...args],
    options: { cwd: '/' },
  });
}

/** The first capability that this system grants, tried on the program itself. */
async function findCapableCommand(
  user: User,
  program: string,
): Promise<Identity['command'] | null> {
  for (const capability of CAPABILITIES) {
    const command = withCapability(user, capability);
    const { file, args, options } = command(program, ['--version']);
    try {
      await run(file, args, options);
      return command;
    } catch {
      // no such program or no such capability: try the next
    }
  }
  return null;
}

/**
 * Decides who runs Postgres: this user, or for root the user `postgres` or `nobody`. When a folder
 * above the programs or the data is closed to them (a checkout below /root), Postgres gets the
 * capability to enter such folders, where Linux grants it.
 * @param paths what the user must reach
 * @throws DatabaseError that names the closed folder
 */
export async function chooseIdentity(paths: readonly string[]): Promise<Identity> {
  if (process.getuid?.() !== 0) {
    return { owner: null, command: (file, args) => ({ file, args, options: { cwd: '/' } }) };
  }
  const user = await findUser();
  const { name, uid, gid } = user;
  const closedFolders = await Promise.all(paths.map((path) => findClosedFolder(path, user)));
  const closed = closedFolders.find((folder) => folder !== null);
  if (!closed) {
    return {
      owner: { uid, gid },
      command: (file, args) => ({ file, args, options: { cwd: '/', uid, gid } }),
    };
  }
  const command = await findCapableCommand(user, paths[0] ?? '');
  if (command) return { owner: { uid, gid }, command };
  throw new DatabaseError(
    `${closed} is closed to the user "${name}" that Postgres runs as: chmod o+x ${closed}, start the server as another user, or set DATABASE_URL`,
  );
}
