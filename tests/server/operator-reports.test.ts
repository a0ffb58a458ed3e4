import { beforeEach, expect, test } from 'vitest';
import type { ReportReason } from '../../contract/report-reasons.ts';
import { getAdList } from '../../server/domain/ads.ts';
import type { Caller } from '../../server/domain/context.ts';
import { deleteExpired } from '../../server/domain/housekeeping.ts';
import { sendReport } from '../../server/domain/reports.ts';
import { videoList } from '../../server/domain/videos.ts';
import { textOf } from '../../server/push/texts.ts';
import { domain, json, run, setUpOperator } from './operator.setup.ts';
import { addDevice } from './push.support.ts';
import { refusalOf } from './support.ts';

setUpOperator();
beforeEach(async () => {
  await domain.pool.query('truncate report, push, video restart identity');
  // commands go by the database's clock
  domain.setNow(new Date());
});

const DAY = 24 * 60 * 60_000;

/** Reports a clip as a member, or as a visitor from an address. */
const report = (
  id: number,
  who: Caller | string,
  reason: Exclude<ReportReason, 'other'> = 'misleading',
  kind: 'clip' | 'ad' = 'clip',
) =>
  typeof who === 'string'
    ? sendReport(domain.context({ visitor: { address: who, country: null } }), null, {
        kind,
        id,
        reason,
        text: '',
      })
    : sendReport(domain.context(), who, { kind, id, reason, text: '' });

const shownIds = async () => {
  const { list } = await videoList(domain.context(), null, { page: 1, limit: 100 });
  return list.map(({ id }) => id);
};

const users = (count: number) => Promise.all(Array.from({ length: count }, () => domain.user()));

/** What waits to be said to people, as they read it. */
async function messages(language = 'en') {
  const { rows } = await domain.pool.query(
    'select user_id, occasion, detail from push order by occasion',
  );
  return rows.map(({ user_id, occasion, detail }) => ({
    user_id,
    occasion,
    ...textOf('report_decided', detail, language, null),
  }));
}

test('reports are listed, the oldest first, by status and day; one is shown with what it is about', async () => {
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

test('three people hide a clip; dismissed, it is back, and they do not hide it again', async () => {
  const id = await domain.video({ title: 'Koi' });
  const [one, two, three, ...more] = await users(6);
  if (!one || !two || !three) throw new Error('nobody');
  await report(id, one);
  // visitors count as one, whatever their addresses
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

test('accounts of one block of addresses count as one, and those that are blocked as none', async () => {
  const [id, people] = [await domain.video(), await users(8)];
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

test('reports.hide_after says how many; 0 hides nothing', async () => {
  const id = await domain.video();
  await domain.configure({ 'reports.hide_after': '0' });
  for (const each of await users(5)) await report(id, each);
  expect(await shownIds()).toEqual([id]);
  await domain.configure({ 'reports.hide_after': '6' });
  for (const each of await users(1)) await report(id, each);
  expect(await shownIds()).toEqual([]);
  await domain.configure({ 'reports.hide_after': '3' });
});

test('of reports at the same moment the last one hides', async () => {
  const id = await domain.video();
  const people = await users(3);
  // each is counted well before it is committed
  await domain.pool.query(`
    create function pause() returns trigger language plpgsql as
      'begin perform pg_sleep(0.2); return null; end';
    create constraint trigger pause after insert on report deferrable initially deferred
      for each row execute function pause()`);
  await Promise.all(
    people.map((each, at) => {
      // each from an address of its own: else its limit puts them in a row
      const visitor = { address: `192.0.2.${at}`, country: null };
      const what = { kind: 'clip', id, reason: 'violent', text: '' } as const;
      return sendReport(domain.context({ visitor }), each, what);
    }),
  );
  await domain.pool.query('drop function pause cascade');
  expect(await shownIds()).toEqual([]);
});

test('upheld: the clip and its files are gone, every reporter is told why, and it is written down', async () => {
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

test.each(['this version', 'the version before'])(
  'what %s disabled stays so when its reports are dismissed',
  async (version) => {
    const id = await domain.video({ title: 'Koi' });
    const people = await users(3);
    for (const [at, each] of people.entries()) {
      await addDevice(domain, each, `other-${at}-${version}`);
      await report(id, each);
    }
    if (version === 'this version') await json('videos', 'disable', String(id));
    // the other one knows nothing of what hid it
    else await domain.pool.query("update video set disabled_at = now() + interval '1 hour'");
    await json('reports', 'dismiss', '1', '--reason', 'Fine');
    expect(await shownIds()).toEqual([]);
    expect(await messages('de')).toMatchObject(
      people.map(() => ({ body: expect.stringMatching(/Koi.*Fine/) })),
    );
  },
);

test('an advertisement is reported, hidden and taken down in the same way', async () => {
  const { rows } = await domain.pool.query(
    `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, created_at)
     values ('Lodge', 'Ada', '/media/lodge.mp4', '/media/l.webp', 'https://lodge.example/', 'Book',
       8000, now()) returning ad_id`,
  );
  const id = Number(rows[0].ad_id);
  const ads = async () =>
    (await getAdList(domain.context(), null, { page: 1, limit: 10 })).list.length;
  expect(await ads()).toBe(1);
  for (const each of await users(3)) await report(id, each, 'illegal', 'ad');
  expect(await ads()).toBe(0);
  expect((await json('ads', 'list')).answer).toMatchObject([{ enabled: false, hidden: true }]);
  await json('reports', 'dismiss', '1', '--reason', 'Fine');
  expect(await ads()).toBe(1);
  await report(id, '198.51.100.7', 'violent', 'ad');
  const { answer } = await json('reports', 'uphold', '4', '--reason', 'Too much blood');
  expect(answer).toMatchObject({ kind: 'ad', item: id, title: 'Lodge', enabled: false });
  expect(await ads()).toBe(0);
});

test('no address is kept, and a decided report is erased after half a year; an open one waits', async () => {
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
