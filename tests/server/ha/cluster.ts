import type { ChildProcess } from 'node:child_process';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { chooseIdentity, type Owner } from '../../../server/database/embedded/identity.ts';
import { chooseParent, ownPrefix, removeLeftovers } from '../../postgres/leftovers.ts';
import {
  choosePlaces,
  envOf,
  findPrograms,
  haproxyOf,
  type NodePlace,
  PASSWORD,
  type Places,
  patroniOf,
  placesOfNodes,
} from './files.ts';
import { kill, killPostgres, launch, quitPostgres } from './processes.ts';

/** A machine of deploy/ha: etcd, and Patroni with its Postgres. */
class Machine {
  readonly place: NodePlace;
  readonly #places: Places;
  readonly #owner: Owner | null;
  #etcd: ChildProcess | undefined;
  #patroni: ChildProcess | undefined;

  constructor(place: NodePlace, places: Places, owner: Owner | null) {
    this.place = place;
    this.#places = places;
    this.#owner = owner;
  }

  /** Starts Patroni, and etcd if it is not running. */
  async start(): Promise<void> {
    const programs = findPrograms();
    if (!programs) throw new Error('programs of deploy/ha are missing');
    const { folder } = this.place;
    const options = { cwd: folder, owner: this.#owner };
    const isOver = (child?: ChildProcess) => !child || child.exitCode !== null || child.killed;
    if (isOver(this.#etcd)) {
      const env = await envOf('etcd.env', this.place, this.#places);
      this.#etcd = launch(programs.etcd, [], { ...options, env, log: join(folder, 'etcd.log') });
    }
    const config = join(folder, 'patroni.yml');
    await writeFile(config, await patroniOf(this.place, this.#places, programs.postgres));
    const env = await envOf('patroni.env', this.place, this.#places);
    const log = join(folder, 'patroni.log');
    this.#patroni = launch(programs.patroni, [config], { ...options, env, log });
  }

  /** @param withEtcd false: etcd goes on running, as when only Postgres and Patroni are killed */
  async kill(withEtcd: boolean): Promise<void> {
    this.#patroni?.kill('SIGKILL');
    await killPostgres(join(this.place.folder, 'postgres'));
    await kill(this.#patroni);
    // Patroni may have started Postgres again meanwhile
    await killPostgres(join(this.place.folder, 'postgres'));
    if (withEtcd) await kill(this.#etcd);
  }

  async stop(): Promise<void> {
    await kill(this.#patroni);
    await quitPostgres(join(this.place.folder, 'postgres'));
    await kill(this.#etcd);
  }

  get log(): Promise<string> {
    return readFile(join(this.place.folder, 'patroni.log'), 'utf8').catch(() => '');
  }
}

interface Member {
  readonly name: string;
  readonly role: 'leader' | 'replica' | 'sync_standby';
  readonly state: string;
}

const STARTED_MS = 90_000;
const JOINED_MS = 120_000;

/** The database cluster of deploy/ha, on the loopback interface. */
export class Cluster {
  readonly machines: readonly Machine[];
  readonly #places: Places;
  readonly #haproxy: ChildProcess;

  constructor(machines: readonly Machine[], places: Places, haproxy: ChildProcess) {
    this.machines = machines;
    this.#places = places;
    this.#haproxy = haproxy;
  }

  /** Returns the database's address through HAProxy, as in DATABASE_URL. */
  url(role: string, database = 'clipurse'): string {
    return `postgres://${role}:${PASSWORD}@127.0.0.1:${this.#places.ports.get(5000)}/${database}`;
  }

  /** Returns the cluster's members, as the first Patroni that answers reports them. */
  async members(): Promise<readonly Member[]> {
    for (const { place } of this.machines) {
      const url = `http://${place.address}:${this.#places.ports.get(8008)}/cluster`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  async primary(): Promise<Machine> {
    const leader = (await this.members()).find(({ role }) => role === 'leader');
    const machine = this.machines.find(({ place }) => place.name === leader?.name);
    if (!machine) throw new Error('there is no primary');
    return machine;
  }

  /** Waits until a primary, a synchronous standby and another standby run. */
  async untilWhole(): Promise<void> {
    await vi.waitFor(
      async () => {
        const members = await this.members();
        const said = members.map(({ role, state }) => `${role} ${state}`).sort();
        const isWhole = /^leader running,replica \w+,sync_standby \w+$/.test(said.join());
        if (!isWhole || !members.every(({ state }) => /running|streaming/.test(state)))
          throw new Error(`the database's machines are not whole: ${said.join(', ')}`);
      },
      { timeout: JOINED_MS, interval: 200 },
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.stop()));
    await kill(this.#haproxy);
    for (const { place } of this.machines) await rm(place.folder, { recursive: true, force: true });
  }
}

/** Creates the roles and the database of Clipurse, as docs/high-availability.md says. */
async function makeDatabase(cluster: Cluster): Promise<void> {
  const connect = async () => {
    const client = new pg.Client({ connectionString: cluster.url('postgres', 'postgres') });
    await client.connect();
    return client;
  };
  const root = await vi.waitFor(connect, { timeout: STARTED_MS, interval: 200 });
  for (const role of ['clipurse_owner', 'clipurse_server']) {
    await root.query(`create role ${role} login password '${PASSWORD}'`);
  }
  await root.query('create database clipurse owner clipurse_owner');
  await root.end();
}

async function makeFolders(owner: Owner | null): Promise<string[]> {
  const parent = await chooseParent();
  await removeLeftovers(parent);
  const folders: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    const folder = await mkdtemp(join(parent, ownPrefix));
    if (owner) await chown(folder, owner.uid, owner.gid);
    folders.push(folder);
  }
  return folders;
}

/** Starts deploy/ha with an empty database for Clipurse. */
export async function startCluster(): Promise<Cluster> {
  const { owner } = await chooseIdentity(join(await chooseParent(), 'none'));
  const folders = await makeFolders(owner);
  const places = await choosePlaces();
  const machines = placesOfNodes(places, folders).map((place) => new Machine(place, places, owner));
  const [folder = ''] = folders;
  const config = join(folder, 'haproxy.cfg');
  await writeFile(config, await haproxyOf(places));
  const log = join(folder, 'haproxy.log');
  const options = { env: {}, cwd: folder, owner, log };
  const haproxy = launch(findPrograms()?.haproxy ?? '', ['-f', config], options);
  const cluster = new Cluster(machines, places, haproxy);
  try {
    await Promise.all(machines.map((machine) => machine.start()));
    await makeDatabase(cluster);
    await cluster.untilWhole();
    return cluster;
  } catch (error) {
    const logs = await Promise.all(machines.map((machine) => machine.log));
    await cluster.stop();
    throw new Error(`${error}: ${logs.map((text) => text.slice(-2_000)).join('\n')}`);
  }
}
