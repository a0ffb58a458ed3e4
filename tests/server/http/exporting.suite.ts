import { describe, expect, test } from 'vitest';
import { expectAnswer, expectRefusal } from './coverage.ts';
import type { TestServer } from './server.ts';

export function exportingCalls(server: () => TestServer): void {
  describe('myData', () => exporting(server));
}

function exporting(server: () => TestServer): void {
  test('returns all data that is stored about its user, and about nobody else', async () => {
    const { client, userId } = await server().user({ username: 'exporting_one' });
    await server().user({ username: 'exporting_two' });
    const { name, text } = await expectAnswer(client, 'myData', { format: 'json' });
    expect(name).toBe(`my-data-${server().domain.now().toISOString().slice(0, 10)}.json`);
    const told = JSON.parse(text);
    expect(told.account).toMatchObject([{ user_id: Number(userId), username: 'exporting_one' }]);
    expect(text).not.toContain('exporting_two');
    // the export's own request is part of the export
    expect(told.audit).toMatchObject([{ action: 'data exported', who: 'you' }]);
  });

  test('returns the movements of money as CSV', async () => {
    const { domain } = server();
    await domain.configure({ 'reward.download_app': '2' });
    const { client } = await server().user();
    await expectAnswer(client, 'claimTask', { task: 'download_app' });
    const { name, text } = await expectAnswer(client, 'myData', { format: 'csv' });
    expect(name).toMatch(/\.csv$/);
    expect(text.split('\r\n')[1]).toMatch(/^1,.*,download_reward,rewards,available,2\.0000,/);
    await domain.configure({ 'reward.download_app': '0.2' });
  });

  test('is limited per user and day', async () => {
    const { domain } = server();
    await domain.configure({ 'limit.exports_per_day': '2' });
    const { client } = await server().user();
    const other = await server().user();
    for (const format of ['json', 'csv'] as const) await expectAnswer(client, 'myData', { format });
    const detail = { retry_after: expect.any(Number) };
    await expectRefusal(client, 'myData', { format: 'json' }, 'too_many_attempts', detail);
    await expectAnswer(other.client, 'myData', { format: 'json' });
    await domain.configure({ 'limit.exports_per_day': '10' });
  });
}
