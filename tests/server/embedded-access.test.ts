import { constants } from 'node:fs';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findBinaries } from '../../server/database/embedded/binaries.ts';
import { ensureCluster } from '../../server/database/embedded/cluster.ts';
import { type Embedded, openEmbedded } from '../../server/database/embedded/embedded.ts';
import { foldersOf, makeDataDir } from '../../server/database/embedded/folders.ts';
import { chooseIdentity } from '../../server/database/embedded/identity.ts';
import { ensureRunning, stopRunning } from '../../server/database/embedded/launch.ts';
import { readPostmaster } from '../../server/database/embedded/process.ts';
import { makeDataHome } from '../postgres/leftovers.ts';
import { startChild } from './children.ts';

const isRoot = process.getuid?.() === 0;
const OTHER = 65_534;

let home: string;
let dataDir: string;
let opened: Pick<Embedded, 'release'>[] = [];

beforeEach(async () => {
  home = await makeDataHome();
  await chmod(home, 0o755);
  dataDir = join(home, 'data');
});
afterEach(async () => {
  for (const embedded of opened) await embedded.release();
  opened = [];
  await rm(home, { recursive: true });
});

async function open(dir = dataDir): Promise<Embedded> {
  const embedded = await openEmbedded({ dataDir: dir, log: () => {} });
  opened.push(embedded);
  return embedded;
}

const read = (name: string) => readFile(join(foldersOf(dataDir).cluster, name), 'utf8');
const users = [...new Set([userInfo().username, 'root'])];
const HBA = '# written by Clipurse at each start\nlocal all all peer map=clipurse\n';
const IDENT = `# written by Clipurse at each start\n${users
  .map((name) => `clipurse "${name}" postgres\nclipurse "${name}" clipurse\n`)
  .join('')}`;

test('only the server’s user is admitted, and only by the socket', async () => {
  await open();
  const postmaster = await readFile(join(foldersOf(dataDir).cluster, 'postmaster.pid'), 'utf8');
  const { mode } = await stat(foldersOf(dataDir).socket);
  expect({
    hba: await read('pg_hba.conf'),
    ident: await read('pg_ident.conf'),
    // the line with the addresses on which Postgres listens
    tcp: postmaster.split('\n')[5],
    mode: mode & 0o777,
  }).toEqual({ hba: HBA, ident: IDENT, tcp: '', mode: 0o700 });
});

test('data of a version that trusted all users are closed at the next start', async () => {
  await (await open()).release();
  const { cluster } = foldersOf(dataDir);
  await writeFile(join(cluster, 'pg_hba.conf'), 'local all all trust\nhost all all all trust\n');
  await writeFile(join(cluster, 'pg_ident.conf'), 'clipurse nobody postgres\n');
  await open();
  expect([await read('pg_hba.conf'), await read('pg_ident.conf')]).toEqual([HBA, IDENT]);
});

test('the socket’s folder is deleted when Postgres stops', async () => {
  const long = join(dataDir, 'x'.repeat(100));
  await (await open(long)).release();
  const { socket } = foldersOf(long);
  expect(socket).toMatch(/^\/tmp\/clipurse-[0-9a-f]{16}$/);
  await expect(stat(socket)).rejects.toThrow('ENOENT');
});

describe.runIf(isRoot)('where root can become other users', () => {
  async function knock(uid: number, gid: number, role: string): Promise<string> {
    const { socket } = foldersOf(dataDir);
    const child = startChild('connect.ts', socket, String(uid), String(gid), role);
    const answer = await child.line('answer');
    await child.ended;
    return answer;
  }

  test('other users are refused, also the user as which Postgres runs', async () => {
    await open();
    const { owner } = await chooseIdentity(foldersOf(dataDir).cluster);
    const { uid = 0, gid = 0 } = owner ?? {};
    const answers = [];
    for (const role of ['postgres', 'clipurse']) {
      answers.push(await knock(uid, gid, role), await knock(OTHER, OTHER, role));
    }
    // opens the socket’s folder: now only Postgres’ map of users refuses
    await chmod(foldersOf(dataDir).socket, 0o755);
    await chmod(join(foldersOf(dataDir).socket, '.s.PGSQL.5432'), 0o777);
    answers.push(await knock(OTHER, OTHER, 'postgres'), await knock(0, 0, 'postgres'));
    const refused = ['answer 28000', 'answer EACCES'];
    expect(answers).toEqual([...refused, ...refused, 'answer 28000', 'answer admitted']);
  });

  test.runIf(process.platform === 'linux')(
    'below a closed folder with a long path Postgres runs without any capability',
    async () => {
      const closed = join(home, 'x'.repeat(100));
      await mkdir(closed, { mode: 0o700 });
      dataDir = join(closed, 'data');
      await open();
      const pid = await readPostmaster(foldersOf(dataDir).cluster);
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      expect(status.match(/^Cap(Eff|Prm|Amb):.*$/gm)).toEqual([
        'CapPrm:\t0000000000000000',
        'CapEff:\t0000000000000000',
        'CapAmb:\t0000000000000000',
      ]);
    },
  );

  test.runIf(process.platform === 'linux')(
    'the data folder itself may be closed as well',
    async () => {
      await mkdir(dataDir, { mode: 0o700 });
      await (await open()).release();
      await open();
      expect(await read('pg_ident.conf')).toBe(IDENT);
    },
  );
});

const isLink = (mode: number) => (mode & constants.S_IFMT) === constants.S_IFLNK;

/** Copies the package of Postgres below a folder that only root may enter, as with umask 077. */
async function closedCheckout(): Promise<{ folder: string; root: string }> {
  const folder = join(home, 'closed');
  const root = join(folder, 'package');
  const { postgres } = await findBinaries(null, () => {});
  await cp(dirname(dirname(dirname(postgres))), root, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
  });
  for (const name of await readdir(root, { recursive: true })) {
    const { mode } = await lstat(join(root, name));
    if (!isLink(mode)) await chmod(join(root, name), mode & 0o700);
  }
  await chmod(folder, 0o700);
  return { folder, root };
}

describe.runIf(isRoot && process.platform === 'linux')(
  'for root, a checkout that Postgres’ user may not enter',
  () => {
    test('starts Postgres from a copy that is made once', async () => {
      const { root } = await closedCheckout();
      const copies = join(home, 'copies');
      await makeDataDir(dataDir);
      const folders = foldersOf(dataDir);
      const identity = await chooseIdentity(folders.cluster);
      const lines: string[] = [];
      const log = (line: string) => void lines.push(line);
      const find = () => findBinaries(identity.owner, log, { root, copies });
      const binaries = await find();
      expect(await find()).toEqual(binaries);
      expect(lines).toEqual([expect.stringContaining(`copying Postgres to ${copies}/postgres-`)]);
      expect(await ensureCluster(folders.cluster, binaries, identity)).toBe(true);
      const launcher = { folders, binaries, identity, log, archive: null, settings: {} };
      opened.push({ release: () => stopRunning(launcher) });
      await ensureRunning(launcher);
      const pid = await readPostmaster(folders.cluster);
      const program = await readlink(`/proc/${pid}/exe`);
      expect(dirname(dirname(dirname(program)))).toBe(copies);
      expect(await readdir(copies)).toHaveLength(1);
    });

    test('is refused if no copy can be made, in one line that names remedies', async () => {
      const { folder, root } = await closedCheckout();
      const copies = join(home, 'copies');
      await makeDataDir(dataDir);
      const { owner } = await chooseIdentity(foldersOf(dataDir).cluster);
      const refused = () =>
        findBinaries(owner, () => {}, { root, copies: join(copies, 'deep') }).catch(String);
      const line = `DatabaseError: ${folder} is closed to the user "${owner?.name}" that Postgres runs as: chmod o+x ${folder}, start the server as another user, or set DATABASE_URL`;
      // the path for the copies is a file
      await writeFile(copies, '');
      expect(await refused()).toBe(line);
      await rm(copies);
      // the folder above the copies is closed as well
      await mkdir(copies, { mode: 0o700 });
      expect(await refused()).toBe(line);
    });
  },
);
