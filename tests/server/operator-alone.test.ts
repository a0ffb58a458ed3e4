import { beforeEach, expect, test } from 'vitest';
import { updateWdinfo } from '../../server/domain/payout-methods.ts';
import { confirmPayout } from '../../server/domain/settlement.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { OperatorError } from '../../server/operator/command.ts';
import { domain } from './operator.setup.ts';
import { objectionOf, objectToNewest, runOut, takenBy } from './operator-alone.objections.ts';
import { paths } from './operator-alone.paths.ts';
import { inFolder, method, runOperatorCommand, setUpBatch, setUpPayouts } from './payouts.setup.ts';

setUpPayouts();
setUpBatch();

const LIMIT = 50;
let count = 0;

beforeEach(async () => {
  await domain.pool.query('truncate approved_alone, password_reset, objection');
  await domain.configure({ 'withdraw.second_approval_above': String(LIMIT) });
});

const attempt = async (who: string, name: string, positionals: string[], values = {}) => {
  try {
    await runOperatorCommand(name, { positionals, values }, { who });
    return true;
  } catch (error) {
    const { name: kind } = error as Error;
    if (!(error instanceof OperatorError) && kind !== 'SettlementError') throw error;
    return false;
  }
};

/** The people of one path, and the amount that was given or paid to them. */
class PathRun {
  readonly people = new Map<string, { userId: bigint; token: string; name: string; id: number }>();
  out = 0;

  async person(name: string) {
    const known = this.people.get(name);
    if (known) return known;
    count += 1;
    const username = `p${count}`;
    const user = await domain.user({ username });
    await claimTask(domain.context(), user, { task: 'download_app' });
    const account = { country: 'DE', method, recipient_name: 'Ada', account: username };
    await updateWdinfo(domain.context(), user, account);
    const person = { ...user, name: username, id: 999_999 };
    this.people.set(name, person);
    return person;
  }

  /** Requests a withdrawal, in place of the person's pending withdrawal. */
  async ask(name: string, amount: string) {
    const person = await this.person(name);
    await attempt('cy', 'withdrawals reject', [String(person.id)], { reason: 'another' });
    person.id = (await withdraw(domain.context(), person, { amount })).withdrawal.id;
    return String(person.id);
  }

  /** Exports the payable withdrawals. @param reports true: the payments are then confirmed */
  async send(who: string, reports: boolean): Promise<void> {
    count += 1;
    const values = { method, format: 'csv', out: inFolder(`alone${count}`) };
    if (await attempt(who, 'payouts export', [], values))
      this.out += await settleNewestBatch(reports);
  }

  async do(step: string): Promise<void> {
    const [who = '', verb, whom = '', amount = ''] = step.split(' ');
    const names = whom.split(',');
    if (verb === 'limit') {
      await attempt(who, 'config set', ['withdraw.second_approval_above', whom]);
      await domain.settings.refresh();
    }
    if (verb === 'link') await attempt(who, 'users reset-link', [(await this.person(whom)).name]);
    if (verb === 'return') {
      const { id } = await this.person(whom);
      if (await attempt(who, 'withdrawals return', [String(id)], { reason: 'x' })) this.out -= 50;
    }
    if (verb === 'prepare') {
      await attempt(who, 'withdrawals prepare', [await this.ask(whom, amount)]);
    }
    if (verb === 'approve') {
      const { id } = await this.person(whom);
      if (await attempt(who, 'withdrawals approve', [String(id)])) this.out += await amountOf(id);
    }
    if (verb === 'pay') {
      const id = await this.ask(whom, amount);
      if (await attempt(who, 'withdrawals approve', [id])) this.out += Number(amount);
    }
    if (verb === 'batch' || verb === 'send') {
      for (const name of names) await this.ask(name, amount);
      await this.send(who, verb === 'batch');
    }
    if (verb === 'anew') {
      const values = { reason: 'it was not sent' };
      expect(await attempt(who, 'payouts cancel', [await newestBatch()], values)).toBe(true);
      await this.send(who, false);
    }
    if (verb === 'objects') await objectToNewest(await this.person(who));
    if (verb === 'waits') this.out += await runOut();
    if (verb === 'prepare-objection') {
      await attempt(who, 'objections prepare', [await objectionOf(await this.person(whom))]);
    }
    if (verb === 'uphold') {
      const id = await objectionOf(await this.person(whom));
      const isDone = await attempt(who, 'objections uphold', [id], { reason: 'our_mistake' });
      if (isDone) this.out += await takenBy(id);
    }
    const correction = [(await this.person(names[0] || 'x')).name, amount];
    if (verb === 'correct') {
      const isDone = await attempt(who, 'ledger correct', correction, { reason: 'x' });
      if (isDone) this.out += Math.max(0, Number(amount));
    }
    if (verb === 'prepare-correction') {
      await attempt(who, 'ledger prepare', correction, { reason: 'x' });
    }
    if (verb === 'approve-correction') {
      const { rows } = await domain.pool.query<{ id: bigint; amount: bigint }>(
        'select prepared_id as id, amount from prepared_correction order by 1 desc limit 1',
      );
      if (await attempt(who, 'ledger approve', [String(rows[0]?.id)])) {
        this.out += Number(rows[0]?.amount) / 10_000;
      }
    }
  }
}

const amountOf = async (id: number) => {
  const { rows } = await domain.pool.query<{ amount: bigint }>(
    'select amount from withdrawal where withdrawal_id = $1',
    [id],
  );
  return Number(rows[0]?.amount) / 10_000;
};

const newestBatch = async () => {
  const { rows } = await domain.pool.query('select max(batch_id) as id from payout_batch');
  return String(rows[0].id);
};

/** Confirms the payments of the newest batch if `reports`. @returns the amount of the batch */
const settleNewestBatch = async (reports: boolean) => {
  const { rows } = await domain.pool.query<{ id: bigint; amount: bigint }>(
    'select withdrawal_id as id, amount from withdrawal where batch_id = $1',
    [await newestBatch()],
  );
  for (const { id } of reports ? rows : []) {
    await confirmPayout(domain.pool, Number(id), domain.now());
  }
  return rows.reduce((sum, { amount }) => sum + Number(amount) / 10_000, 0);
};

test.each(paths)('money leaves within the limit by $by', async ({ steps, out }) => {
  const run = new PathRun();
  for (const step of steps) await run.do(step);
  expect(run.out).toBe(out);
  await attempt('cy', 'config set', ['withdraw.second_approval_above', '0']);
  for (const { id } of run.people.values()) {
    await attempt('cy', 'withdrawals reject', [String(id)], { reason: 'the end' });
  }
});

test('on the next day an operator may pay out as much again', async () => {
  const run = new PathRun();
  await run.do('ann pay x 50');
  await run.do('ann pay y 50');
  expect(run.out).toBe(50);
  const id = String((await run.person('y')).id);
  const now = new Date(domain.now().getTime() + 86_400_000);
  await runOperatorCommand('withdrawals approve', { positionals: [id] }, { who: 'ann', now });
  const correction = { positionals: ['p1', '0.01'], values: { reason: 'x' } };
  const refused = runOperatorCommand('ledger correct', correction, { who: 'ann', now });
  await expect(refused).rejects.toThrow(
    'you cannot give this amount alone: with the other amounts that you approved',
  );
});

const TWO =
  'the correction needs two operators: one prepares it (ledger prepare), another one approves it';
const CANNOT = 'you cannot give this amount alone: ';

test.each([
  [[], '50.01', `${TWO} (the amount is above the limit, withdraw.second_approval_above)`],
  [['bo pay x 40'], '11', `${TWO} (with the amounts that operators approved alone for this person`],
  [['ann limit 90'], '80', `${CANNOT}the amount is above the limit that held before you raised`],
  [['ann link x'], '40', `${CANNOT}you have made a link to a new password for this person; `],
  [['ann pay y 40'], '11', `${CANNOT}with the other amounts that you approved alone today`],
])('a refused correction names the broken rule: %j', async (steps, amount, why) => {
  const run = new PathRun();
  for (const step of steps) await run.do(step);
  const correction = {
    positionals: [(await run.person('x')).name, amount],
    values: { reason: 'x' },
  };
  const refused = runOperatorCommand('ledger correct', correction, { who: 'ann' });
  await expect(refused).rejects.toThrow(why);
});

test.each([
  [['ann link x'], '40', 'you have made a link to a new password for this person', true],
  [
    ['ann pay y 40'],
    '40',
    'with the other amounts that you approved alone today, the sum is above the limit',
    true,
  ],
  [['ann limit 90'], '80', 'the amount is above the limit that held before you raised it', true],
  [['bo pay x 40', 'ann link x'], '40', null, false],
  [['ann limit 60'], '80', null, false],
])('a refused approval names the broken rule: %j', async (steps, amount, why, anotherCan) => {
  const run = new PathRun();
  for (const step of steps) await run.do(step);
  const id = await run.ask('x', amount);
  const refused = runOperatorCommand('withdrawals approve', { positionals: [id] }, { who: 'ann' });
  await expect(refused).rejects.toThrow(
    why === null
      ? `withdrawal ${id} needs two operators: one prepares it, another one approves it`
      : `you cannot approve withdrawal ${id} alone: ${why}; another operator can approve it`,
  );
  expect(await attempt('bo', 'withdrawals approve', [id])).toBe(anotherCan);
  await attempt('cy', 'withdrawals reject', [id], { reason: 'the end' });
});

test('concurrent commands of one operator pay out no more than the limit', async () => {
  const run = new PathRun();
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) ids.push(await run.ask(name, '30'));
  const { name } = await run.person('e');
  const done = await Promise.all([
    ...ids.map((id) => attempt('ann', 'withdrawals approve', [id])),
    attempt('ann', 'ledger correct', [name, '30'], { reason: 'x' }),
    attempt('ann', 'ledger correct', [name, '30'], { reason: 'x' }),
    attempt('ann', 'payouts export', [], { method, format: 'csv', out: inFolder('race') }),
  ]);
  expect(done.filter(Boolean)).toHaveLength(1);
});

test('concurrent commands of two operators for one person pay out no more than the limit', async () => {
  const run = new PathRun();
  const id = await run.ask('a', '30');
  const { name } = await run.person('a');
  const done = await Promise.all([
    attempt('ann', 'withdrawals approve', [id]),
    attempt('bo', 'ledger correct', [name, '30'], { reason: 'x' }),
    attempt('cy', 'ledger correct', [name, '30'], { reason: 'x' }),
  ]);
  expect(done.filter(Boolean)).toHaveLength(1);
});
