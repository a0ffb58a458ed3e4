import { expect, vi } from 'vitest';
import type { Random } from '../../bench/farm/random.ts';
import { SettlementError } from '../../server/domain/payout-steps.ts';
import { approveWithdrawal, rejectWithdrawal } from '../../server/domain/settlement.ts';
import { Client } from './http/client.ts';
import type { People, Settle } from './kills.people.ts';
import type { Person } from './kills.person.ts';
import { type KillsWorld, tokenOf } from './kills.world.ts';

type Served = Pick<KillsWorld, 'pool' | 'servers'>;

/** The number of calls that are repeated after a kill: half from the last 200, half from all. */
const ASKED_AGAIN = 40;
/** Time limit for settling a withdrawal. */
const SETTLED_MS = 120_000;

/**
 * Returns a function that settles a withdrawal, and tries again after errors. A refusal means that an
 * earlier attempt, whose answer was lost, has succeeded: nobody else settles.
 */
export function settlerOf({ pool }: Pick<KillsWorld, 'pool'>): Settle {
  return async (id, random) => {
    const isPaid = random.happens(0.6);
    const begun = performance.now();
    while (performance.now() - begun < SETTLED_MS) {
      try {
        if (isPaid) await approveWithdrawal(pool, id, new Date());
        else await rejectWithdrawal(pool, id, 'not now', new Date());
        return isPaid;
      } catch (error) {
        if (error instanceof SettlementError) return isPaid;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    throw new Error(`withdrawal ${id} is never settled`);
  };
}

interface Entries {
  readonly user_id: bigint;
  readonly op: string;
  readonly count: number;
  readonly sum: bigint;
}

const lines = (person: Person) =>
  [...person.moved].map(([op, { count, sum }]) => `${person.number} ${op} ${count} ${sum}`);

/**
 * Expects that each acknowledged entry is stored once, that there are no other entries, and that each
 * wallet is the sum of its entries.
 */
async function expectLedger({ pool }: Served, { people }: People): Promise<void> {
  const { rows } = await pool.query<Entries>(
    'select user_id, op, count(*)::int, sum(amount)::bigint from transfer group by user_id, op',
  );
  const found = rows.map(({ user_id, op, count, sum }) => `${user_id} ${op} ${count} ${sum}`);
  expect(found.sort()).toEqual(people.flatMap(lines).sort());
  const wallets = await pool.query<{ available: bigint; held: bigint }>(
    'select available, held from wallet order by user_id',
  );
  expect(wallets.rows).toEqual(people.map(({ available }) => ({ available, held: 0n })));
}

/** Expects that a repeated acknowledged call is answered with the same bytes. */
async function expectSameAnswers(world: Served, { acknowledged }: People, random: Random) {
  const asked = Array.from({ length: ASKED_AGAIN }, (_, place) => {
    const least = place % 2 === 0 ? 0 : Math.max(acknowledged.length - 200, 0);
    return acknowledged[random.between(least, acknowledged.length - 1)];
  });
  for (const call of asked) {
    if (!call) continue;
    const url = world.servers[random.between(0, world.servers.length - 1)]?.url ?? '';
    const client = new Client(url, tokenOf(call.person));
    const { text } = await client.send(call.name, call.input, { 'idempotency-key': call.key });
    expect({ call: call.name, text }).toEqual({ call: call.name, text: call.text });
  }
}

/** Waits until no reward for a friend is pending. */
async function expectDelivered({ pool }: Served): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        `select (select count(*) from outbox)::int as waiting,
           (select count(*) from reward_release)::int as releases,
           (select count(*) from outbox_dead)::int as dead`,
      );
      expect(rows).toEqual([{ waiting: 0, releases: 0, dead: 0 }]);
    },
    { timeout: 30_000, interval: 50 },
  );
}

/** Checks rewards for friends, stored answers and the ledger; to be called while no phone claims. */
export async function expectNothingLost(world: Served, people: People, random: Random) {
  await expectDelivered(world);
  await expectSameAnswers(world, people, random);
  await expectLedger(world, people);
}
