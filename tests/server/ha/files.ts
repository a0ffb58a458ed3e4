import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { findProgram } from '../../../scripts/debian-programs.ts';
import { isFree } from '../../postgres/free-port.ts';

const deploy = join(import.meta.dirname, '../../../deploy/ha');
/**
 * The ports that the files of deploy/ha name. In the test, the machines of the cluster are loopback
 * addresses.
 */
const PORTS = [5432, 8008, 2379, 2380, 5000] as const;
const NODES = ['db1', 'db2', 'db3'] as const;
type NodeName = (typeof NODES)[number];
export const PASSWORD = 'a-password';

/** Finds the programs that deploy/ha needs; null: one of them is not installed. */
export function findPrograms() {
  const etcd = findProgram('etcd');
  const haproxy = findProgram('haproxy');
  const patroni = findProgram('patroni');
  const basebackup = findProgram('pg_basebackup');
  const rewind = findProgram('pg_rewind');
  if (!etcd || !haproxy || !patroni || !basebackup || !rewind) return null;
  return { etcd, haproxy, patroni, postgres: dirname(rewind) };
}

/** The addresses and ports of this machine on which the test's programs listen. */
export interface Places {
  /** the first three numbers of all addresses */
  readonly network: string;
  /** the test's port by the port in the files of deploy/ha */
  readonly ports: ReadonlyMap<number, number>;
}

/**
 * Chooses a loopback network by this process's id, and free ports below the system's ephemeral ports.
 */
export async function choosePlaces(): Promise<Places> {
  const network = `127.${1 + (process.pid % 250)}.${(process.pid >> 8) % 256}.`;
  const ports = new Map<number, number>();
  let next = 20_000 + (process.pid % 10_000);
  for (const port of PORTS) {
    while (!(await isFree(next))) next += 1;
    ports.set(port, next);
    next += 1;
  }
  return { network, ports };
}

/** Reads a file of deploy/ha, and replaces its addresses and ports by the test's. */
async function readPlaced(name: string, { network, ports }: Places): Promise<string> {
  let text = await readFile(join(deploy, name), 'utf8');
  const pairs: [RegExp, string][] = [[/10\.0\.0\.0\/24/g, '127.0.0.0/8']];
  pairs.push([/10\.0\.0\./g, network]);
  for (const [from, to] of ports) pairs.push([new RegExp(`(?<=:|port )${from}\\b`, 'g'), `${to}`]);
  for (const [from, to] of pairs) text = text.replace(from, to);
  return text;
}

export interface NodePlace {
  readonly name: NodeName;
  readonly address: string;
  readonly folder: string;
}

/** @throws when the text to replace is missing: the test would run with the operator's value */
function replaced(text: string, pairs: readonly (readonly [RegExp, string])[]): string {
  return pairs.reduce((changed, [from, to]) => {
    if (!from.test(changed)) throw new Error(`${from} is not in a file of deploy/ha`);
    return changed.replaceAll(from, to);
  }, text);
}

/** Returns the environment of a node's program, from the lines that an operator fills in. */
export async function envOf(
  file: 'etcd.env' | 'patroni.env',
  { name, address, folder }: NodePlace,
  places: Places,
): Promise<NodeJS.ProcessEnv> {
  const text = replaced(await readPlaced(file, places), [
    [/THIS_NAME/g, name],
    [/THIS_ADDRESS/g, address],
    ...(file === 'etcd.env'
      ? ([[/\/var\/lib\/etcd\/clipurse/g, join(folder, 'etcd')]] as const)
      : ([[/[A-Z]+_PASSWORD$/gm, PASSWORD]] as const)),
  ]);
  return parseEnv(text);
}

/** Returns patroni.yml with the folders of a node. */
export async function patroniOf(
  { folder }: NodePlace,
  places: Places,
  binaries: string,
): Promise<string> {
  return replaced(await readPlaced('patroni.yml', places), [
    // the clean-up of killed runs looks for Postgres in this folder
    [/\/var\/lib\/postgresql\/15\/clipurse$/gm, join(folder, 'postgres')],
    [/\/var\/lib\/postgresql\/15\/clipurse\.pgpass/g, join(folder, 'pgpass')],
    [/\/usr\/lib\/postgresql\/15\/bin/g, binaries],
    [/\/var\/run\/postgresql/g, folder],
  ]);
}

/** Returns haproxy.cfg for the present user: only Debian's package creates the user `haproxy`. */
export async function haproxyOf(places: Places): Promise<string> {
  return replaced(await readPlaced('haproxy.cfg', places), [[/^ {2}(user|group) haproxy\n/gm, '']]);
}

export const placesOfNodes = ({ network }: Places, folders: readonly string[]): NodePlace[] =>
  NODES.map((name, at) => ({ name, address: `${network}${11 + at}`, folder: folders[at] ?? '' }));
