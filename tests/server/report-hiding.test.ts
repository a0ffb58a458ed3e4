import { expect, test } from 'vitest';
import { getAdList } from '../../server/domain/ads.ts';
import type { Caller } from '../../server/domain/context.ts';
import { sendReport } from '../../server/domain/reports.ts';
import { addAd } from './ad.support.ts';
import { domain, json, run } from './operator.setup.ts';
import { addDevice } from './push.support.ts';
import { messages, report, setUpReports, shownIds, users, watchers } from './reports.support.ts';
import { refusalOf } from './support.ts';

setUpReports();

test('three people hide a clip; a dismissal shows it again, and they cannot hide it again', async () => {
  const id = await domain.video({ title: 'Koi' });
  const [one, two, three, ...more] = await watchers(6);
  if (!one || !two || !three) throw new Error('nobody');
  await report(id, one);
  // visitors count as one reporter, from all addresses together
  for (const at of ['198.51.100.1', '198.51.100.2', '203.0.113.9']) await report(id, at);
  expect(await shownIds()).toEqual([id]);
  await report(id, two);
  expect(await shownIds()).toEqual([]);
  expect((await json('videos', 'list')).answer).toMatchObject([{ enabled: false, hidden: true }]);
  expect((await run(['videos', 'list'])).out).toMatch(/hidden\n.*true$/);
  expect(await refusalOf(report(id, three))).toEqual({ reason: 'unknown_video' });

  const dismissed = await json('reports', 'dismiss', '1', '--reason', 'It is a fish');
  expect(dismissed.answer).toMatchObject({
    ...{ status: 'dismissed', answer: 'It is a fish', decided: 5, gone: [] },
    ...{ enabled: true, hidden: false },
  });
  expect(await shownIds()).toEqual([id]);
  for (const each of [one, two, '198.51.100.1']) await report(id, each);
  expect(await shownIds()).toEqual([id]);
  for (const each of more) await report(id, each);
  expect(await shownIds()).toEqual([]);
});

test('accounts of one block of addresses count as one, and blocked accounts do not count', async () => {
  const [id, people] = [await domain.video(), await watchers(8)];
  for (const [at, { userId }] of people.entries()) {
    const row = [userId, at < 5 ? 'one' : `${at}`, domain.now()];
    await domain.pool.query('insert into registration_block values ($1, $2, $3)', row);
  }
  const blocked = [people[6]?.userId];
  await domain.pool.query('update account set blocked_at = now() where user_id = $1', blocked);
  for (const each of people.slice(0, 7)) await report(id, each);
  expect(await shownIds()).toEqual([id]);
  await report(id, people[7] as Caller);
  expect(await shownIds()).toEqual([]);
});

test('accounts that were never paid for a clip count as one, together with the visitors', async () => {
  const id = await domain.video();
  for (const each of await users(4)) await report(id, each);
  await report(id, '198.51.100.1');
  const [one, two] = await watchers(2);
  await report(id, one as Caller);
  expect(await shownIds()).toEqual([id]);
  await report(id, two as Caller);
  expect(await shownIds()).toEqual([]);
});

test('reports.hide_after sets the number of reporters; 0 hides nothing', async () => {
  const id = await domain.video();
  await domain.configure({ 'reports.hide_after': '0' });
  for (const each of await watchers(5)) await report(id, each);
  expect(await shownIds()).toEqual([id]);
  await domain.configure({ 'reports.hide_after': '6' });
  for (const each of await watchers(1)) await report(id, each);
  expect(await shownIds()).toEqual([]);
  await domain.configure({ 'reports.hide_after': '3' });
});

test('when several reports arrive at once, the last one hides the clip', async () => {
  const id = await domain.video();
  const people = await watchers(3);
  // each report is counted well before it is committed
  await domain.pool.query(`
    create function pause() returns trigger language plpgsql as
      'begin perform pg_sleep(0.2); return null; end';
    create constraint trigger pause after insert on report deferrable initially deferred
      for each row execute function pause()`);
  await Promise.all(
    people.map((each, at) => {
      // each report has another address: the limit of one address would handle them one by one
      const visitor = { address: `192.0.2.${at}`, country: null };
      const what = { kind: 'clip', id, reason: 'violent', text: '' } as const;
      return sendReport(domain.context({ visitor }), each, what);
    }),
  );
  await domain.pool.query('drop function pause cascade');
  expect(await shownIds()).toEqual([]);
});

test.each(['this version', 'the previous version'])(
  'a clip that %s disabled stays disabled when its reports are dismissed',
  async (version) => {
    const id = await domain.video({ title: 'Koi' });
    const people = await watchers(3);
    for (const [at, each] of people.entries()) {
      await addDevice(domain, each, `other-${at}-${version}`);
      await report(id, each);
    }
    if (version === 'this version') await json('videos', 'disable', String(id));
    // the previous version does not change hidden_at
    else await domain.pool.query("update video set disabled_at = now() + interval '1 hour'");
    await json('reports', 'dismiss', '1', '--reason', 'Fine');
    expect(await shownIds()).toEqual([]);
    expect(await messages('de')).toMatchObject(
      people.map(() => ({ body: expect.stringMatching(/Koi.*Fine/) })),
    );
  },
);

test('an advertisement is reported, hidden and taken down like a clip', async () => {
  const id = await addAd(domain, { title: 'Lodge' });
  const ads = async () =>
    (await getAdList(domain.context(), null, { page: 1, limit: 10 })).list.length;
  expect(await ads()).toBe(1);
  for (const each of await watchers(3)) await report(id, each, 'illegal', 'ad');
  expect(await ads()).toBe(0);
  expect((await json('ads', 'list')).answer).toMatchObject([{ enabled: false, hidden: true }]);
  await json('reports', 'dismiss', '1', '--reason', 'Fine');
  expect(await ads()).toBe(1);
  await report(id, '198.51.100.7', 'violent', 'ad');
  const { answer } = await json('reports', 'uphold', '4', '--reason', 'Too much blood');
  expect(answer).toMatchObject({ kind: 'ad', item: id, title: 'Lodge', enabled: false });
  expect(await ads()).toBe(0);
});
