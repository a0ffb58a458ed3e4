import { execFile } from 'node:child_process';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseError } from '../database-error.ts';

const run = promisify(execFile);

/** The system user that Postgres runs as: Postgres refuses to be root. */
export interface Owner {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** The user that Postgres runs as, and the users it admits. */
export interface Identity {
  /** null: the user of this process */
  readonly owner: Owner | null;
  /** system users that may connect; root is one, since it may become any user anyway */
  readonly clients: readonly string[];
  /** topmost folder above the data that the owner may not enter: root opens the data for the owner; null: none */
  readonly closedFolder: string | null;
}

async function numberOf(kind: '-u' | '-g', user: string): Promise<number> {
  return Number((await run('id', [kind, user])).stdout);
}

/** @throws when the user does not exist */
async function findUser(user: string): Promise<Owner> {
  const [uid, gid, name] = await Promise.all([
    numberOf('-u', user),
    numberOf('-g', user),
    run('id', ['-un', user]),
  ]);
  return { name: name.stdout.trim(), uid, gid };
}

async function chooseUser(names: readonly string[]): Promise<Owner> {
  for (const name of names) {
    try {
      return await findUser(name);
    } catch {
      // no such user: try the next
    }
  }
  throw new DatabaseError(
    'Postgres refuses to run as root and there is no user "postgres" or "nobody": start the server as another user',
  );
}

/** Number of a path's owner; null: the path does not exist. */
async function ownerOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ uid }) => uid,
    () => null,
  );
}

/** The topmost folder above `path` that the user may not enter. */
export async function findClosedFolder(path: string, { uid, gid }: Owner): Promise<string | null> {
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

/** @throws DatabaseError that says what root can do about a closed folder */
export function refuseClosed(folder: string, { name }: Owner): never {
  throw new DatabaseError(
    `${folder} is closed to the user "${name}" that Postgres runs as: chmod o+x ${folder}, start the server as another user, or set DATABASE_URL`,
  );
}

async function ownName(): Promise<string> {
  try {
    return (await run('id', ['-un'])).stdout.trim();
  } catch {
    throw new DatabaseError(
      `the user ${process.getuid?.()} of this process has no name, and Postgres admits users by name: add the user to /etc/passwd, or set DATABASE_URL`,
    );
  }
}

/**
 * Decides which user runs Postgres: this user; for root the owner of the data, which for new data is
 * the user `postgres` or `nobody`.
 * @throws DatabaseError that names a closed folder which root cannot open for that user
 */
export async function chooseIdentity(cluster: string): Promise<Identity> {
  if (process.getuid?.() !== 0) {
    return { owner: null, clients: [...new Set([await ownName(), 'root'])], closedFolder: null };
  }
  const uid = await ownerOf(cluster);
  const owner = await chooseUser(uid ? [String(uid)] : ['postgres', 'nobody']);
  // true: data of a server that runs as the owner; false: of one that runs as root
  const isOwnersFolder = (await ownerOf(dirname(cluster))) === owner.uid;
  const closedFolder = await findClosedFolder(cluster, owner);
  if (closedFolder && !(await canPassOn())) refuseClosed(closedFolder, owner);
  return { owner, clients: isOwnersFolder ? [owner.name, 'root'] : ['root'], closedFolder };
}

/** Whether a process can use a folder that its parent opened for it (Linux). */
async function canPassOn(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  return access('/proc/self/fd').then(
    () => true,
    () => false,
  );
}

interface Place {
  /** path of `folder` for the program */
  readonly path: string;
  readonly options: { readonly cwd: string; readonly uid?: number; readonly gid?: number };
}

/** Path and options by which a program of the owner reaches `folder`. */
export function placeOf(folder: string, { owner, closedFolder }: Identity): Place {
  const user = owner ? { uid: owner.uid, gid: owner.gid } : {};
  // this process enters the folder before it becomes the owner: the folders above are not checked then
  return closedFolder === null
    ? { path: folder, options: { cwd: '/', ...user } }
    : { path: '/proc/self/cwd', options: { cwd: folder, ...user } };
}
