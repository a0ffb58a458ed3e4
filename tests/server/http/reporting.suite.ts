import { beforeEach, describe, expect, test } from 'vitest';
import { expectAnswer, expectRefusal } from './coverage.ts';
import type { TestServer } from './server.ts';

export function reportingCalls(server: () => TestServer): void {
  describe('sendReport', () => {
    // other tests use the same ids again
    beforeEach(() => server().domain.pool.query('truncate report'));
    reporting(server);
    refusing(server);
  });
}

function reporting(server: () => TestServer): void {
  const kept = async (kind: string, id: number) => {
    const { rows } = await server().domain.pool.query(
      `select reason, text, user_id is null as is_visitor from report
       where kind = $1 and item_id = $2 order by report_id`,
      [kind, id],
    );
    return rows;
  };

  test('is accepted from visitors and members, once from each until it is decided', async () => {
    const id = await server().domain.video();
    const { client } = await server().user();
    const why = { kind: 'clip', id, reason: 'misleading' } as const;
    const all = [server().visitor(), server().visitor(), client, client];
    const answers = await Promise.all(all.map((each) => expectAnswer(each, 'sendReport', why)));
    expect(answers).toEqual([{}, {}, {}, {}]);
    const said = { reason: 'misleading', text: '' };
    expect(await kept('clip', id)).toHaveLength(2);
    expect(await kept('clip', id)).toEqual(
      expect.arrayContaining([
        { ...said, is_visitor: true },
        { ...said, is_visitor: false },
      ]),
    );
  });

  test('with the reason "other" requires a text of at most 500 characters', async () => {
    const id = await server().domain.video();
    const { client } = await server().user();
    const other = { kind: 'clip', id, reason: 'other' } as const;
    for (const [text, error] of [
      [undefined, expect.anything()],
      ['   ', 'what is wrong with it'],
      ['x'.repeat(501), 'at most 500 characters'],
    ]) {
      const { envelope } = await client.send('sendReport', { ...other, text });
      expect(envelope).toMatchObject({ code: 400, data: { fields: { text: error } } });
    }
    const { envelope } = await client.send('sendReport', { ...other, reason: 'ugly', text: 'x' });
    expect(envelope.code).toBe(400);
    expect(await kept('clip', id)).toEqual([]);
    await expectAnswer(client, 'sendReport', { ...other, text: ` ${'x'.repeat(500)} ` });
    expect(await kept('clip', id)).toMatchObject([{ reason: 'other', text: 'x'.repeat(500) }]);
  });
}

function refusing(server: () => TestServer): void {
  test('is refused for clips and ads that are not shown', async () => {
    const { client } = await server().user();
    const id = await server().domain.video();
    await server().domain.pool.query('update video set disabled_at = now() where video_id = $1', [
      id,
    ]);
    const why = { id, reason: 'illegal', text: 'It shows me' } as const;
    await expectRefusal(client, 'sendReport', { ...why, kind: 'clip' }, 'unknown_video');
    await expectRefusal(client, 'sendReport', { ...why, id: 99_999, kind: 'ad' }, 'unknown_ad');
  });

  test('is limited per member, per address and day; repetitions are not counted', async () => {
    const { domain } = server();
    await domain.configure({ 'limit.reports_per_day': '2', 'limit.address_reports_per_day': '3' });
    domain.advance(24 * 60 * 60_000);
    const { client } = await server().user();
    const clips = [await domain.video(), await domain.video(), await domain.video()];
    const of = (id = 0) => ({ kind: 'clip', id, reason: 'sexual' }) as const;
    const detail = { retry_after: expect.any(Number) };
    for (const id of [clips[0], clips[0], clips[1]])
      await expectAnswer(client, 'sendReport', of(id));
    await expectRefusal(client, 'sendReport', of(clips[2]), 'too_many_attempts', detail);
    // a member's refused report does not count for the address
    await expectAnswer(server().visitor(), 'sendReport', of(clips[0]));
    await expectRefusal(
      server().visitor(),
      'sendReport',
      of(clips[1]),
      'too_many_attempts',
      detail,
    );
    domain.advance(24 * 60 * 60_000);
    await expectAnswer(server().visitor(), 'sendReport', of(clips[1]));
    await domain.configure({
      'limit.reports_per_day': '20',
      'limit.address_reports_per_day': '200',
    });
  });
}
