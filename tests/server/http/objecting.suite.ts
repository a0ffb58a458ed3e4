import { describe, expect, test } from 'vitest';
import { correctBalance } from '../../../server/domain/corrections.ts';
import { decideOverdueObjections } from '../../../server/domain/objections-overdue.ts';
import { rejectWithdrawal } from '../../../server/domain/settlement.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import type { TestServer } from './server.ts';
import { payee } from './withdrawing.suite.ts';

export function objectingCalls(server: () => TestServer): void {
  describe('objecting to a refusal of money', () => objecting(server));
}

const page = { page: 1, limit: 10 };
const text = 'I watched them';

function objecting(server: () => TestServer): void {
  test('is listed with its case, while open and once decided', async () => {
    const { pool, now } = server().domain;
    const { client, userId } = await payee(server());
    const { id } = (await expectAnswer(client, 'withdraw', { amount: '1' })).withdrawal;
    const asked = { kind: 'withdrawal', id } as const;
    await expectRefusal(client, 'object', { ...asked, text }, 'not_objectable');
    await rejectWithdrawal(pool, id, 'not_watched', now());
    const taken = { amount: -1n, reason: 'not_watched' };
    const made = await correctBalance(pool, userId, taken, now());
    const corrected = { kind: 'correction', id: Number(made?.correction_id) } as const;
    const listed = async () => [
      (await expectAnswer(client, 'withdrawals', page)).list[0]?.objection,
      (await expectAnswer(client, 'corrections', page)).list.at(-1)?.objection,
    ];
    expect(await listed()).toEqual([null, null]);
    const open = { text, status: 'open', decided_at: null, answer: null };
    for (const each of [asked, corrected]) {
      const { objection } = await expectAnswer(client, 'object', { ...each, text });
      expect(objection).toMatchObject(open);
    }
    expect(await listed()).toMatchObject([open, open]);
    await decideOverdueObjections(pool, new Date(now().getTime() + 73 * 3_600_000));
    const upheld = { text, status: 'upheld', decide_at: null, answer: expect.any(String) };
    expect(await listed()).toMatchObject([upheld, upheld]);
  });

  test('to a case with an impossible number is a malformed request', async () => {
    const { client } = await payee(server());
    for (const id of [1e300, 2 ** 53, 0.5]) {
      const { status } = await client.send('object', { kind: 'correction', id, text });
      expect(status).toBe(400);
    }
  });

  test('to a block shows nothing of the account, and counts as a log-in attempt', async () => {
    const { domain } = server();
    await domain.configure({ 'limit.login_attempts': '2' });
    const client = server().visitor();
    const words = { username: 'nobody-is-called-so', password: 'river-tile-93', text };
    await expectAnswer(client, 'objectToBlock', words);
    await expectAnswer(client, 'objectToBlock', words);
    const detail = { retry_after: expect.any(Number) };
    await expectRefusal(client, 'objectToBlock', words, 'too_many_attempts', detail);
    await domain.configure({ 'limit.login_attempts': '20' });
  });
}
