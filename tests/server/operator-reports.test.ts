import { expect, test } from 'vitest';
import { deleteExpired } from '../../server/domain/housekeeping.ts';
import { domain, json, run } from './operator.setup.ts';
import { addDevice } from './push.support.ts';
import { messages, report, setUpReports, shownIds, users } from './reports.support.ts';

setUpReports();

const DAY = 24 * 60 * 60_000;

test('reports are listed by status and day, the oldest first; one report is shown with its clip', async () => {
  const id = await domain.video({ title: 'Koi' });
  const amira = await domain.user({ username: 'amira' });
  await report(id, amira, 'sexual');
  domain.advance(DAY);
  await report(id, '198.51.100.1', 'mine');
  const { answer } = await json('reports', 'list');
  const about = { kind: 'clip', item: id, title: 'Koi', hidden: false, enabled: true };
  const open = { status: 'open', answer: null, decided_at: null, text: '' };
  expect(answer).toMatchObject([
    { ...about, ...open, id: 1, reason: 'sexual', username: 'amira' },
    { ...about, ...open, id: 2, reason: 'mine', username: null },
  ]);
  const day = domain.now().toISOString().slice(0, 10);
  expect((await json('reports', 'list', '--from', day)).answer).toMatchObject([{ id: 2 }]);
  const page = ['--page', '2', '--sum', '--status', 'open'];
  expect((await json('reports', 'list', ...page)).answer).toMatchObject({ list: [], count: 2 });
  expect((await json('reports', 'show', '1')).answer).toMatchObject({ id: 1, others_open: 1 });
  expect((await run(['reports', 'show', '1'])).out).toMatch(/^id: 1\nkind: clip\n/);
  expect(await run(['reports', 'list', '--status', 'new'])).toMatchObject({ status: 2 });
  expect(await run(['reports', 'show', '9'])).toMatchObject({
    status: 1,
    err: expect.stringContaining('there is no report 9'),
  });
});

test('upheld: the clip and its files are removed, each member who reported it gets the reason, and the command is logged', async () => {
  const id = await domain.video({ title: 'Koi' });
  const people = await users(2);
  for (const [at, each] of people.entries()) {
    await addDevice(domain, each, `phone-${at}`);
    await report(id, each);
  }
  await report(id, '198.51.100.1');
  const words = ['reports', 'uphold', '2', '--reason', 'It belongs to somebody else'];
  const { answer } = await json(...words, '--as', 'bo');
  expect(answer).toMatchObject({ status: 'upheld', decided: 3, enabled: false, hidden: false });
  expect(answer.gone).toContain(answer.url);
  expect(await shownIds()).toEqual([]);
  const told = {
    title: 'Your report was reviewed',
    body: 'Removed: \u2068Koi\u2069. Reason: \u2068It belongs to somebody else\u2069',
    lang: 'en',
  };
  expect(await messages()).toEqual(
    people.map(({ userId }, at) => ({
      user_id: userId,
      occasion: `report:${at + 1}`,
      ...told,
    })),
  );
  expect((await json('audit', 'list', '--limit', '1')).answer).toMatchObject([
    {
      who: 'bo',
      action: 'reports uphold',
      what: { words: ['2'], kind: 'clip', item: id },
      reason: 'It belongs to somebody else',
    },
  ]);
  expect(await run(words)).toMatchObject({
    status: 1,
    err: expect.stringContaining('report 2 was upheld already'),
  });
  await json('videos', 'enable', String(id));
  expect(await shownIds()).toEqual([id]);
});

test('no address is stored, and a decided report is erased after half a year; an open one stays', async () => {
  const [first, second] = [await domain.video(), await domain.video()];
  await report(first, '198.51.100.1');
  await report(second, '198.51.100.1');
  const { rows } = await domain.pool.query(`select report::text as row from report`);
  expect(JSON.stringify(rows)).not.toContain('198.51.100');
  await json('reports', 'dismiss', '1', '--reason', 'Fine');
  const left = async (days: number) => {
    await deleteExpired(domain.pool, new Date(Date.now() + days * DAY));
    return (await domain.pool.query('select report_id from report')).rows.length;
  };
  expect([await left(182), await left(184)]).toEqual([2, 1]);
  expect((await json('reports', 'list')).answer).toMatchObject([{ id: 2, status: 'open' }]);
});
