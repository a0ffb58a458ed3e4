import { writeFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { OperatorError } from '../../server/operator/command.ts';
import { someOf } from '../volume.ts';
import { domain } from './operator.setup.ts';
import {
  addMethod,
  ask,
  inFolder,
  runOperatorCommand,
  setUpPayouts,
  stepsOf,
} from './payouts.setup.ts';

setUpPayouts();
beforeAll(() => addMethod('bank'));

const LIMIT = 5;
async function setLimit(value: number): Promise<void> {
  await runOperatorCommand('config set', {
    positionals: ['withdraw.second_approval_above', String(value)],
  });
  await domain.settings.refresh();
}

/** When the limit is set, if at all, and whether it is lifted or raised afterwards. */
const limits = ['before', 'lifted', 'later', 'later, raised', 'never'] as const;
/** The first attempt; then the operator tries an export, an import and the approvals in any case. */
const ways = ['export', 'approve', 'lift the limit'] as const;
const approvers = ['ann', ' Ann', 'bo'] as const;
const groups = someOf(
  limits.flatMap((limit) =>
    ways.flatMap((way) => approvers.map((approver) => ({ limit, way, approver }))),
  ),
  11,
);
const requests = ['', 'ann', 'ANN ', 'bo'].flatMap((prepared) =>
  [LIMIT - 0.0001, LIMIT, LIMIT + 0.0001].map((amount) => ({ prepared, amount })),
);

let files = 0;
const nextFile = () => {
  files += 1;
  return inFolder(`approval${files}`);
};

const isRefusal = (error: unknown) => {
  const { name } = error as Error;
  if (!(error instanceof OperatorError) && name !== 'SettlementError') throw error;
};
const attempt = (who: string, name: string, positionals: string[], values = {}) =>
  runOperatorCommand(name, { positionals, values }, { who }).catch(isRefusal);

/** Imports a file that reports each request as paid, also a request that is in no batch. */
async function importPaid(ids: readonly number[], who: string): Promise<void> {
  const { rows } = await domain.pool.query<{ reference: string }>(
    `select coalesce(payout_reference, 'B1-W' || withdrawal_id) as reference from withdrawal
     where withdrawal_id = any($1)`,
    [ids],
  );
  const file = nextFile();
  const lines = rows.map(({ reference }) => `${reference},paid\n`);
  await writeFile(file, `reference,result\n${lines.join('')}`);
  await attempt(who, 'payouts import', [file]);
}

type Group = (typeof groups)[number];

/** Tries every way in which one operator could have the requests paid. */
async function tryAll(ids: readonly number[], { way, approver }: Group): Promise<void> {
  const approveAll = async () => {
    for (const id of ids) await attempt(approver, 'withdrawals approve', [String(id)]);
  };
  if (way === 'approve') await approveAll();
  if (way === 'lift the limit') await setLimit(0);
  const values = { method: 'bank', format: 'csv', out: nextFile() };
  await attempt(approver, 'payouts export', [], values);
  await importPaid(ids, approver);
  await approveAll();
}

const fold = (name: string) => name.trim().toLowerCase();

type Request = (typeof requests)[number];

const isPrepared = ({ approver }: Group, { prepared }: Request) =>
  prepared !== '' && fold(prepared) !== fold(approver);

/**
 * Whether the request has the approvals that it needs. A limit counts for each request that was pending
 * while the limit was set, even after the limit is lifted.
 */
function hasNeededApprovals(group: Group, request: Request) {
  const needsTwo = request.amount > LIMIT && group.limit !== 'never';
  return !needsTwo || isPrepared(group, request);
}

/** The sum that the approver may pay alone. `ann` sets all limits, so lifting a limit does not help `ann`. */
function mostAlone({ limit, way, approver }: Group): number {
  if (limit === 'never') return Number.POSITIVE_INFINITY;
  if (limit === 'later, raised') return fold(approver) === 'ann' ? LIMIT : 10 * LIMIT;
  const isLifted = limit === 'lifted' || way === 'lift the limit';
  return isLifted && fold(approver) !== 'ann' ? Number.POSITIVE_INFINITY : LIMIT;
}

test(`${groups.length * requests.length} attempts of one operator: none avoids the second approval`, async () => {
  const wrong: object[] = [];
  for (const group of groups) {
    await domain.pool.query('truncate approved_alone');
    // set without an operator’s name, so that no limit of the previous group counts for `ann`
    await domain.configure({ 'withdraw.second_approval_above': '0' });
    if (group.limit === 'before' || group.limit === 'lifted') await setLimit(LIMIT);
    const ids: number[] = [];
    for (const { amount } of requests) {
      ids.push((await ask('bank', { amount: String(amount) })).id);
    }
    if (group.limit === 'lifted') await setLimit(0);
    if (group.limit.startsWith('later')) await setLimit(LIMIT);
    if (group.limit === 'later, raised') await setLimit(10 * LIMIT);
    for (const [index, { prepared }] of requests.entries()) {
      if (prepared) await attempt(prepared, 'withdrawals prepare', [String(ids[index])]);
    }
    await tryAll(ids, group);
    const steps = await stepsOf(ids);
    let left = mostAlone(group);
    for (const [index, request] of requests.entries()) {
      const step = steps[index];
      const isAlone = hasNeededApprovals(group, request) && !isPrepared(group, request);
      const isWithin = !isAlone || request.amount <= left;
      if (isAlone && isWithin) left -= request.amount;
      const wanted = hasNeededApprovals(group, request) && isWithin ? 'paid' : 'pending';
      if (step !== wanted) wrong.push({ ...group, ...request, step, wanted });
      if (step === 'pending') {
        await runOperatorCommand('withdrawals reject', {
          positionals: [String(ids[index])],
          values: { reason: 'x' },
        });
      }
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);
