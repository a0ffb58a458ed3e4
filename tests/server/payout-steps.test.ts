import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { type WithdrawalStep, withdrawalSteps } from '../../contract/withdrawal-shapes.ts';
import { nextStep, payoutMachine } from '../../machines/payout.machine.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { addGcash } from './payout.support.ts';
import { causes, eventTypes, requestAt, send, stepOf, walletOf } from './payout-steps.setup.ts';

setUpDomain({ settings: { 'reward.download_app': '10' } });
beforeAll(() => addGcash(domain));

const machinePairs = [
  ...new Set(
    withdrawalSteps.flatMap((from) =>
      eventTypes.flatMap((happening) => {
        const to = nextStep(from, happening);
        return to ? [`${from} > ${to}`] : [];
      }),
    ),
  ),
];
const allPairs = withdrawalSteps.flatMap((from) =>
  withdrawalSteps.map((to) => [from, to] as const),
);

test('the machine has the contract’s steps, and the setup can cause every event', () => {
  expect(Object.keys(payoutMachine.states).sort()).toEqual([...withdrawalSteps].sort());
  expect([...payoutMachine.events].sort()).toEqual([...eventTypes].sort());
  expect(machinePairs).toHaveLength(10);
});

/** A row that meets every constraint, except perhaps the constraint on pairs of steps. */
function rowOf(from: WithdrawalStep, to: WithdrawalStep): Record<string, unknown> {
  const isOpen = ['pending', 'in_review', 'processing'].includes(to);
  const isSent = to !== 'pending' && ([from, to].includes('processing') || to === 'failed');
  return {
    step: to,
    previous_step: from,
    step_number: 1,
    status: isOpen ? 'pending' : to === 'paid' ? 'paid' : 'rejected',
    settled_at: isOpen ? null : domain.now(),
    reason: isOpen || to === 'paid' ? null : 'why',
    review_due_at: to === 'in_review' ? domain.now() : null,
    batch_id: isSent ? 1 : null,
    payout_reference: isSent ? `${from}-${to}` : null,
  };
}

/** Runs a statement and rolls it back. @returns the constraint that refused it; null: none */
async function refusing(statement: string, values: unknown[]): Promise<string | null> {
  const client = await domain.pool.connect();
  try {
    await client.query('begin');
    await client.query(statement, values);
    return null;
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.constraint ?? null) : String(error);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('the database accepts exactly the machine’s moves, of all 49 pairs of steps', async () => {
  const { id } = await requestAt('pending');
  const rows: string[] = [];
  const history: string[] = [];
  const verdicts = new Set<string | null>();
  for (const [from, to] of allPairs) {
    const row = rowOf(from, to);
    const set = Object.keys(row).map((name, index) => `${name} = $${index + 2}`);
    const update = `update withdrawal set ${set} where withdrawal_id = $1`;
    const onRow = await refusing(update, [id, ...Object.values(row)]);
    const onHistory = await refusing(
      `insert into withdrawal_step select user_id, withdrawal_id, 1, $2, $3, created_at
       from withdrawal where withdrawal_id = $1`,
      [id, from, to],
    );
    if (onRow === null) rows.push(`${from} > ${to}`);
    if (onHistory === null) history.push(`${from} > ${to}`);
    verdicts.add(onRow).add(onHistory);
  }
  const same = [...machinePairs].sort();
  expect({ rows: rows.sort(), history: history.sort() }).toEqual({ rows: same, history: same });
  expect([...verdicts]).toEqual(expect.arrayContaining([null, 'withdrawal_step_move']));
  expect(verdicts.size).toBe(2);
});

test.each(withdrawalSteps.flatMap((from) => eventTypes.map((happening) => ({ from, happening }))))(
  'the server moves a request exactly as the machine does: $from, $happening',
  async ({ from, happening }) => {
    await send();
    const { id, user } = await requestAt(from);
    const before = await walletOf(user);
    const after = nextStep(from, happening);
    const outcome = await causes[happening](id).then(
      (result) => (result === null ? 'refused' : 'done'),
      (error: Error) =>
        ['Refusal', 'SettlementError'].includes(error.name) ? 'refused' : String(error),
    );
    expect(outcome).toBe(after ? 'done' : 'refused');
    expect(await stepOf(id)).toBe(after ?? from);
    if (!after) expect(await walletOf(user)).toEqual(before);
  },
);
