import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Candidate,
  fillPlaces,
  type Rule,
  type Sources,
  seededRandom,
} from '../../server/domain/feed/places.ts';

const rule: Rule = {
  newEvery: 5,
  newFrom: '2026-03-01',
  trial: 100,
  spread: 0,
  authorGap: 5,
  seed: '1:2026-03-04',
};
const clip = (id: number, more: Partial<Candidate> = {}): Candidate => ({
  id,
  author: `author ${id}`,
  addedOn: '2026-02-01',
  rank: 0,
  shown: 1_000,
  madeFor: null,
  ...more,
});
const none: Sources = { pinned: [], newest: [], rarest: [], best: [], elsewhere: [], again: [] };
const places = (sources: Partial<Sources>, count: number, more: Partial<Rule> = {}) =>
  fillPlaces({ ...none, ...sources }, { ...rule, ...more }, [], 0, count);
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id);
const many = (from: number, count: number, more: Partial<Candidate> = {}) =>
  Array.from({ length: count }, (_, index) => clip(from + index, more));

test('unseen clips come before seen clips, which keep the order of their source', () => {
  const list = places({ again: [clip(1), clip(2)], best: [clip(3), clip(4)] }, 10);
  expect(list).toEqual([
    { id: 3, reason: 'unseen' },
    { id: 4, reason: 'unseen' },
    { id: 1, reason: 'again' },
    { id: 2, reason: 'again' },
  ]);
});

test('one place in five is for new and for rarely shown clips, in turns, and none if newEvery is 0', () => {
  const sources = {
    newest: many(100, 5, { addedOn: '2026-03-03', shown: 0 }),
    rarest: many(200, 5, { shown: 3 }),
    best: many(1, 30, { rank: -50 }),
  };
  const reasons = places(sources, 20).map(({ reason }) => reason);
  expect(reasons.flatMap((reason, place) => (reason === 'finished' ? [] : [[place, reason]])))
    // the third place of each five
    .toEqual([
      [2, 'new'],
      [7, 'rarely_shown'],
      [12, 'new'],
      [17, 'rarely_shown'],
    ]);
  const without = places(sources, 20, { newEvery: 0 });
  expect(new Set(without.map(({ reason }) => reason))).toEqual(new Set(['finished']));
});

test('new clips of the last day come before other new clips', () => {
  const newest = [clip(1, { addedOn: '2026-03-01' }), clip(2, { addedOn: '2026-03-03' })];
  expect(places({ newest }, 1, { newEvery: 1 })).toEqual([{ id: 2, reason: 'new' }]);
});

test('the better clip comes first, and chance moves it by at most `spread` places', () => {
  const best = [clip(1, { rank: 900 }), clip(2, { rank: -900 }), clip(3, { rank: 0 })];
  expect(idsOf(places({ best }, 3))).toEqual([2, 3, 1]);
  const orders = (spread: number) =>
    new Set(
      many(1, 50).map(({ id }) =>
        idsOf(places({ best }, 3, { spread, seed: `${id}:2026-03-04` })).join(),
      ),
    );
  expect([...orders(0.49)]).toEqual(['2,3,1']);
  expect(orders(2).size).toBeGreaterThan(1);
});

test('pinned clips come first', () => {
  const pinned = [clip(9), clip(8)];
  expect(places({ pinned, best: [clip(1), ...pinned] }, 3)).toEqual([
    { id: 9, reason: 'pinned' },
    { id: 8, reason: 'pinned' },
    { id: 1, reason: 'unseen' },
  ]);
});

test('the random number depends on the member, the day and the clip, and is evenly distributed', () => {
  const values = many(1, 10_000).map(({ id }) => seededRandom('7:2026-03-04', id));
  const tenths = Array.from({ length: 10 }, (_, tenth) =>
    values.filter((value) => Math.floor(value * 10) === tenth),
  );
  for (const { length } of tenths) expect(Math.abs(length - 1_000)).toBeLessThan(150);
  expect(seededRandom('7:2026-03-04', 1)).toBe(values[0]);
  expect(seededRandom('8:2026-03-04', 1)).not.toBe(values[0]);
});

const someClips = fc
  .uniqueArray(fc.nat({ max: 200 }), { maxLength: 40 })
  .chain((ids) =>
    fc.tuple(...ids.map((id) => fc.nat({ max: 8 }).map((author) => ({ id, author })))),
  )
  .map((clips) => clips.map(({ id, author }) => clip(id, { author: `author ${author}` })));

test('no clip has two places, and each clip of a source gets a place while places are left', () => {
  fc.assert(
    fc.property(
      someClips,
      someClips,
      someClips,
      fc.nat({ max: 60 }),
      (newest, best, again, count) => {
        const ids = idsOf(places({ newest, best, again }, count));
        const known = new Set(idsOf([...newest, ...best, ...again]));
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length).toBe(Math.min(count, known.size));
      },
    ),
  );
});

test('no author comes twice within five places while a clip of another author is left', () => {
  fc.assert(
    fc.property(someClips, fc.array(fc.nat({ max: 8 }), { maxLength: 6 }), (best, earlier) => {
      const before = earlier.map((author) => `author ${author}`);
      const list = fillPlaces({ ...none, best }, rule, before, before.length, 60);
      const authorOf = new Map(best.map(({ id, author }) => [id, author]));
      const authors = [...before, ...list.map(({ id }) => authorOf.get(id) ?? '')];
      for (let place = before.length; place < authors.length; place += 1) {
        const near = authors.slice(Math.max(place - 4, 0), place);
        const left = new Set(authors.slice(place));
        const hasOther = [...left].some((author) => !near.includes(author));
        expect(hasOther && near.includes(authors[place] ?? '')).toBe(false);
      }
    }),
  );
});
