import { countFrom } from '../../scripts/usage.ts';
import { rewardRequests } from '../api.target.ts';
import { claimByFunction } from '../ladder.ts';
import type { Population } from '../populations.ts';
import {
  type Cluster,
  type Filled,
  fill,
  Measured,
  median,
  type ResourceUsage,
} from './cluster.ts';
import { kinds, splitAs } from './kinds.ts';

const ROUNDS = countFrom('BENCH_ROUNDS', 9);
const BLOCK = 300;
/** Number of claims that each database can serve. */
const CLAIMS = 150_000;
const GROWN = countFrom('BENCH_GROWN_USERS', 200_000);

/** The next claims for each kind of tables. */
export type Loads = ReadonlyMap<string, ReturnType<typeof rewardRequests>>;

const population = (users: number, active: number): Population => ({
  ...{ users, active, inviter: 'n / 10', history: true },
  clips: CLAIMS / active,
});

/** One kind of partitions with one way to plan: its connection and its claims. */
interface Lane {
  readonly kind: string;
  readonly name: string;
  readonly measured: Measured;
  readonly next: ReturnType<typeof rewardRequests>;
  readonly blocks: ResourceUsage[];
}

/** Fills a database of each kind with the same rows. @returns the data for the load */
async function fillKinds(cluster: Cluster, size: string, people: Population) {
  const filled = await fill(cluster, `${size}_plain`, people);
  for (const kind of Object.keys(kinds)) {
    if (kind === 'plain') continue;
    await cluster.owner.query(
      `create database ${size}_${kind} template ${size}_plain owner clipurse strategy file_copy`,
    );
    await splitAs(cluster.urlOf(`${size}_${kind}`), kind);
  }
  return filled;
}

/** Creates the lanes: every database gets the same claims; its two lanes share them, as a claim is paid once. */
async function lanesOf(cluster: Cluster, size: string, filled: Filled): Promise<Lane[]> {
  const lanes: Lane[] = [];
  for (const kind of Object.keys(kinds)) {
    const next = rewardRequests(filled);
    for (const plans of ['auto', 'force_generic_plan']) {
      const measured = new Measured(cluster.urlOf(`${size}_${kind}`));
      // the flush of the log to the disk is the same for all lanes, and takes longer than the rest
      await measured.open('synchronous_commit = off', `plan_cache_mode = ${plans}`);
      const name = `${kind}${plans === 'auto' ? '' : ', plans kept'}`;
      lanes.push({ kind, name, measured, next, blocks: [] });
    }
  }
  return lanes;
}

async function claim({ measured, next }: Lane, times: number): Promise<void> {
  for (let left = times; left > 0; left -= 1) {
    const { rows } = await measured.client.query(claimByFunction(next()));
    if (rows[0]?.paid == null) throw new Error(`nothing was paid: ${JSON.stringify(rows[0])}`);
  }
}

function print(lanes: readonly Lane[]): void {
  const [plain] = lanes;
  for (const { name, blocks } of lanes) {
    const each = (what: keyof ResourceUsage) => median(blocks.map((block) => block[what])) / BLOCK;
    const ratios = blocks.map((block, round) => block.cpu / (plain?.blocks[round]?.cpu ?? 0));
    const spread = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
    console.log(
      `${name.padEnd(28)} ${each('cpu').toFixed(0).padStart(5)} us of processor a claim, ` +
        `${median(ratios).toFixed(2)} of plain (${spread.join(' to ')}), ` +
        `${each('pages').toFixed(0)} pages, ${each('log').toFixed(0)} B of log`,
    );
  }
}

/** Measures a paid claim by the function, on each kind, in turns. @returns the next claims of each kind */
async function compare(cluster: Cluster, size: string, people: Population): Promise<Loads> {
  const filled = await fillKinds(cluster, size, people);
  const lanes = await lanesOf(cluster, size, filled);
  try {
    // the first calls plan the statements
    for (const lane of lanes) await claim(lane, BLOCK);
    for (let round = 0; round < ROUNDS; round += 1) {
      await cluster.owner.query('checkpoint');
      for (const lane of round % 2 === 0 ? lanes : lanes.toReversed()) {
        lane.blocks.push(await lane.measured.over(() => claim(lane, BLOCK)));
      }
    }
  } finally {
    for (const { measured } of lanes) await measured.end();
  }
  console.log(`-- ${people.users} people with five transfers each`);
  print(lanes);
  return new Map(lanes.map(({ kind, next }) => [kind, next]));
}

/**
 * Measures with 1,000 people, and with so many that there are a million transfers. @returns the next
 * claims on the large databases
 */
export async function benchClaims(cluster: Cluster): Promise<Loads> {
  await compare(cluster, 'small', population(1000, 1000));
  return compare(cluster, 'large', population(GROWN, 2000));
}
