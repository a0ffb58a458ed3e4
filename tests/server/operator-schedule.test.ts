import { expect, test } from 'vitest';
import { followSpans } from '../../server/domain/clip-spans.ts';
import { readTakenDown } from '../../server/domain/gone-media.ts';
import { addMilliseconds, DAY } from '../../server/domain/time.ts';
import { videoList } from '../../server/domain/videos.ts';
import { withPath } from './ffmpeg.fake.ts';
import { CLIP, domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

const MINUTE = 60_000;
/** Returns the time in UTC that is `ms` milliseconds from now. */
const at = (ms: number) => addMilliseconds(new Date(), ms).toISOString().slice(0, 19);
const schedule = async (id: number, ...words: string[]) =>
  (await json('videos', 'schedule', String(id), ...words)).answer;
const show = async (id: number) => (await json('videos', 'show', String(id))).answer;

/** Applies the schedules as in `ms` milliseconds. @returns whether the clip and its file are then shown */
async function shownAfter(id: number, ms: number) {
  await followSpans(domain.pool, addMilliseconds(new Date(), ms));
  await domain.pool.query('truncate feed_list');
  const { list } = await videoList(domain.context(), null, { page: 1, limit: 100 });
  const { url } = await show(id);
  const isGone = (await readTakenDown(domain.pool)).has(url);
  const isShown = list.some((clip) => clip.id === id);
  expect(isGone).toBe(!isShown);
  return isShown;
}

async function added(...words: string[]): Promise<number> {
  await domain.pool.query('delete from video');
  const { out } = await withPath('', () => run(['videos', 'add', CLIP, ...words, '--json']));
  return JSON.parse(out).id;
}

test('a clip and its files are served during its time only', async () => {
  const id = await added();
  const told = await schedule(id, '--from', at(DAY), '--until', `${at(2 * DAY)}Z`);
  expect(told).toMatchObject({ enabled: false, out_of_time: true, gone: expect.any(Array) });
  expect(told.gone).toContain(told.url);
  expect(await shownAfter(id, DAY - MINUTE)).toBe(false);
  expect(await shownAfter(id, DAY + MINUTE)).toBe(true);
  expect(await shownAfter(id, 2 * DAY - MINUTE)).toBe(true);
  expect(await shownAfter(id, 2 * DAY + MINUTE)).toBe(false);
  expect(await schedule(id, '--from', 'none', '--until', 'none')).toMatchObject({
    ...{ enabled: true, out_of_time: false, from: null, until: null },
  });
  expect(await shownAfter(id, 0)).toBe(true);
  const entries = (await json('audit', 'list', '--action', 'videos schedule')).answer;
  expect(entries.at(-1).what.before).toEqual({ from: told.from, until: told.until });
});

test('a clip with a later start is not served before its start', async () => {
  const id = await added('--from', at(DAY));
  expect(await show(id)).toMatchObject({ enabled: false, out_of_time: true });
  expect(await shownAfter(id, 0)).toBe(false);
  expect(await shownAfter(id, DAY + MINUTE)).toBe(true);
});

test('a disabled clip stays disabled in its time, and an enabled clip waits for its time', async () => {
  const id = await added('--from', at(DAY));
  await run(['videos', 'disable', String(id)]);
  expect(await shownAfter(id, DAY + MINUTE)).toBe(false);
  expect((await json('videos', 'enable', String(id))).answer).toMatchObject({
    ...{ enabled: false, out_of_time: true },
  });
  expect(await shownAfter(id, MINUTE)).toBe(false);
  expect(await shownAfter(id, DAY + MINUTE)).toBe(true);
  await run(['videos', 'disable', String(id)]);
  expect(await schedule(id, '--from', 'none')).toMatchObject({ enabled: false });
  expect(await shownAfter(id, DAY + MINUTE)).toBe(false);
});

test('a clip that a fast clock has ended too early is shown again', async () => {
  const id = await added('--until', at(DAY));
  expect(await shownAfter(id, 2 * DAY)).toBe(false);
  expect(await shownAfter(id, 0)).toBe(true);
});

test('a clip past its end that an older server has enabled is disabled again', async () => {
  const id = await added();
  await schedule(id, '--until', at(-DAY));
  await domain.pool.query('update video set disabled_at = null');
  expect(await shownAfter(id, 0)).toBe(false);
});

test.each([
  ['2026-03-31', '2026-03-31T00:00:00.000Z'],
  ['2026-03-31T18:00', '2026-03-31T18:00:00.000Z'],
  ['2026-03-31 18:00:30', '2026-03-31T18:00:30.000Z'],
  ['2026-03-31T18:00Z', '2026-03-31T18:00:00.000Z'],
  ['2026-03-31T18:00+05:30', '2026-03-31T12:30:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
])('the time %s means %s', async (text, instant) => {
  const id = await added();
  expect(await schedule(id, '--from', text)).toMatchObject({ from: instant });
});

test.each([
  [['--from', '2026-02-30'], '--from must be a day or a time such as'],
  [['--until', 'tomorrow'], '--until must be a day or a time such as'],
  [['--until', '2026-03-31T25:00'], '--until must be a day or a time such as'],
  [['--from', '2026-03-31T18:00 CET'], '--from must be a day or a time such as'],
  [['--from', '2026-03-31', '--until', '2026-03-31'], 'must end after it begins'],
  [[], 'give at least one option that changes something'],
])('videos schedule %j is refused', async (words, why) => {
  const id = await added();
  const { status, err } = await run(['videos', 'schedule', String(id), ...words]);
  expect(status).toBe(2);
  expect(err).toContain(why);
  expect(await show(id)).toMatchObject({ from: null, until: null, enabled: true });
});
