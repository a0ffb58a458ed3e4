import { describe, expect, test } from 'vitest';
import { approveWithdrawal } from '../../../server/domain/settlement.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import type { TestServer } from './server.ts';
import { payee } from './withdrawing.suite.ts';

export function cancellingCalls(server: () => TestServer): void {
  describe('cancelling a withdrawal', () => cancelling(server));
}

function cancelling(server: () => TestServer): void {
  test('returns the amount at once; repeated, under the same key or another, it returns it once', async () => {
    const { client } = await payee(server());
    const { id } = (await expectAnswer(client, 'withdraw', { amount: '1' })).withdrawal;
    const key = { 'idempotency-key': 'cancel-1' };
    const answers = await Promise.all([
      expectAnswer(client, 'cancelWithdrawal', { id }, key),
      expectAnswer(client, 'cancelWithdrawal', { id }, key),
      expectAnswer(client, 'cancelWithdrawal', { id }, { 'idempotency-key': 'cancel-2' }),
    ]);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({
      // older clients handle the status `rejected`, and show the reason
      withdrawal: { id, status: 'rejected', step: 'rejected', cancelled: true },
      balance: '1.0000',
    });
    const config = await expectAnswer(client, 'withdrawConfig');
    expect(config).toMatchObject({ balance: '1.0000', pending: null });
  });

  test('is refused for an approved withdrawal, and for another member’s', async () => {
    const { domain } = server();
    const { client } = await payee(server());
    const { id } = (await expectAnswer(client, 'withdraw', { amount: '1' })).withdrawal;
    const stranger = await payee(server());
    await expectRefusal(stranger.client, 'cancelWithdrawal', { id }, 'not_cancellable');
    expect((await client.send('cancelWithdrawal', { id: 1e300 })).status).toBe(400);
    await approveWithdrawal(domain.pool, id, domain.now());
    await expectRefusal(client, 'cancelWithdrawal', { id }, 'not_cancellable');
  });

  test('is refused above the daily limit of cancellations', async () => {
    const { domain } = server();
    await domain.configure({ 'limit.cancellations_per_day': '1' });
    const { client } = await payee(server());
    const ask = async () => (await expectAnswer(client, 'withdraw', { amount: '1' })).withdrawal.id;
    await expectAnswer(client, 'cancelWithdrawal', { id: await ask() });
    const id = await ask();
    const detail = { retry_after: expect.any(Number) };
    await expectRefusal(client, 'cancelWithdrawal', { id }, 'too_many_attempts', detail);
    expect((await expectAnswer(client, 'withdrawConfig')).pending).toMatchObject({ id });
    await domain.configure({ 'limit.cancellations_per_day': '10' });
  });
}
