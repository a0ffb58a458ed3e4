import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import {
  type DeviceHints,
  FIRST_LEVEL,
  highestLevel,
  type Level,
  levels,
  withinHints,
} from '../../contract/device-hints.ts';
import { type Rendition, srcOf } from '../../contract/renditions.ts';
import {
  type Decoders,
  type RenditionEmitted,
  renditionMachine,
} from '../../machines/rendition.machine.ts';
import { mockRoot } from './mock-root.ts';
import { hints } from './models.watch.ts';
import { clock, controlledPromise, silent } from './scenarios.ts';

async function start({
  level = 'medium' as Level,
  given = hints(),
  decoders = { av1: false, large: true } as Decoders | null,
} = {}) {
  const test = controlledPromise<Decoders, unknown>();
  const machine = renditionMachine.provide({
    actors: { testDecoders: test.logic, watchFirstFrames: silent, watchHints: silent },
  });
  const picked: Rendition[] = [];
  const time = clock();
  const actor = createActor(machine, {
    input: { level, hints: given, isSavingData: false },
    clock: time,
  });
  mockRoot<RenditionEmitted>(actor, ({ rendition }) => picked.push(rendition));
  actor.start();
  if (decoders) await test.answer(decoders);
  return {
    picked,
    time,
    level: () => actor.getSnapshot().value,
    loaded: (...times: number[]) => {
      for (const loadMs of times) actor.send({ type: 'frame.loaded', loadMs });
    },
    save: (isSavingData: boolean) =>
      actor.send({ type: 'loading.changed', loading: isSavingData ? 'tapped' : 'ahead' }),
    hint: (changes: Partial<DeviceHints>) =>
      actor.send({ type: 'hints.changed', hints: hints(changes) }),
  };
}

const QUICK = [100, 100, 100];

describe('the level of the next clip', () => {
  test('is the smallest while a person saves data, however good the connection is', async () => {
    const { picked, save, loaded } = await start({ level: 'large' });
    save(true);
    loaded(...QUICK, ...QUICK);
    expect(picked.at(-1)).toBe('small');
    save(false);
    loaded(...QUICK);
    expect(picked.at(-1)).toBe('medium');
  });

  test('is sent without the decoders if they are unknown after three seconds', async () => {
    const { picked, time } = await start({ decoders: null });
    time.increment(2_999);
    expect(picked).toEqual([]);
    time.increment(1);
    expect(picked).toEqual(['medium']);
  });

  test('is the largest while the decoders are unknown, if the connection allows it', async () => {
    const { picked, time } = await start({ level: 'large', decoders: null });
    time.increment(3_000);
    expect(picked).toEqual(['large']);
  });

  test('is sent once at the beginning, with the codec that the device decodes', async () => {
    const { picked } = await start({ decoders: { av1: true, large: true } });
    expect(picked).toEqual(['medium.av1']);
  });

  test('goes down at one slow first frame, and up at three quick ones in a row', async () => {
    const { picked, loaded } = await start();
    loaded(1_001);
    loaded(100, 100, 600, 100, 100);
    expect(picked).toEqual(['medium', 'small']);
    loaded(100);
    expect(picked).toEqual(['medium', 'small', 'medium']);
  });

  test('goes up later and later on a connection that is quick and slow in turns', async () => {
    const { picked, loaded, level } = await start({ level: 'small' });
    loaded(...QUICK, 2_000);
    loaded(...QUICK);
    expect(level()).toBe('small');
    loaded(...QUICK, 2_000);
    loaded(...QUICK, ...QUICK, ...QUICK);
    expect(level()).toBe('small');
    loaded(...QUICK);
    expect(picked).toEqual([...['small', 'medium', 'small', 'medium', 'small', 'medium']]);
  });
});

describe('the highest level', () => {
  test.each([
    ['data saving', { saveData: true }, 'small'],
    ['a connection as slow as 2G', { effectiveType: 'slow-2g' }, 'small'],
    ['less than half a megabit', { downlinkMbps: 0.4 }, 'small'],
    ['a connection as slow as 3G', { effectiveType: '3g' }, 'medium'],
    ['one megabit', { downlinkMbps: 1 }, 'medium'],
    ['a screen of 720 pixels', { pixels: 720 }, 'medium'],
  ] as const)('is lowered at once by %s', async (_, change, most) => {
    const { level, hint, loaded } = await start({ level: 'large' });
    expect(level()).toBe('large');
    hint(change);
    expect(level()).toBe(most);
    loaded(...QUICK, ...QUICK);
    expect(level()).toBe(most);
    hint({});
    expect(level()).toBe(most);
    loaded(...QUICK, ...QUICK);
    expect(level()).not.toBe(most);
  });

  test.each([
    ['0.7 megabits', { downlinkMbps: 0.7 }, 'medium'],
    ['2 megabits', { downlinkMbps: 2 }, 'large'],
    ['a screen of 401 pixels', { pixels: 401 }, 'medium'],
    ['a screen of 721 pixels', { pixels: 721 }, 'large'],
  ] as const)('is allowed from this threshold on: %s', (_, change, most) => {
    expect(highestLevel(hints(change))).toBe(most);
  });

  test('is not large on a device that cannot play large clips smoothly', async () => {
    const { level, loaded } = await start({ decoders: { av1: false, large: false } });
    loaded(...QUICK, ...QUICK);
    expect(level()).toBe('medium');
  });
});

describe('the level in random runs', () => {
  test('stays within connection and screen, and a frame moves it by one level at most', async () => {
    const step = fc.oneof(
      fc.record({ loadMs: fc.integer({ min: 0, max: 3_000 }) }),
      fc.record({
        saveData: fc.boolean(),
        effectiveType: fc.constantFrom('4g', '3g', '2g', null),
        downlinkMbps: fc.constantFrom(null, 0.4, 1.6, 10),
        pixels: fc.constantFrom(320, 720, 1_170),
      }),
    );
    const walk = fc.asyncProperty(
      fc.constantFrom(...levels),
      fc.array(step, { maxLength: 60 }),
      async (level, steps) => {
        const all = await start({ level });
        let given = hints();
        for (const each of steps) {
          const before = levels.indexOf(all.level() as Level);
          if ('loadMs' in each) all.loaded(each.loadMs);
          else {
            given = each;
            all.hint(each);
          }
          const after = levels.indexOf(all.level() as Level);
          expect(after).toBeLessThanOrEqual(levels.indexOf(highestLevel(given)));
          if (!('loadMs' in each)) expect(after).toBeLessThanOrEqual(before);
          else if (each.loadMs > 1_000) expect(after).toBe(Math.max(before - 1, 0));
          else expect([before, before + 1]).toContain(after);
        }
      },
    );
    await fc.assert(walk, { numRuns: 200 });
  });
});

const file = (url: string, side: number, bytes: number, codec = 'avc1.64001f') => ({
  url,
  type: `video/mp4; codecs="${codec}, mp4a.40.2"`,
  ...{ width: side, height: (side * 16) / 9, bytes },
});
const whole = file('/o', 720, 900);
const [small, medium] = [file('/s', 360, 200), file('/m', 540, 400)];
const av1 = file('/a', 540, 250, 'av01.0.04M.08');
const sources = [whole, small, medium, av1];

describe('the file', () => {
  test.each([
    ['small', '/s'],
    ['small.av1', '/s'],
    ['medium', '/m'],
    ['medium.av1', '/a'],
    ['large.av1', '/o'],
    ['of an unknown name', '/s'],
  ])('for the rendition %s is %s', (rendition, src) => {
    expect(srcOf({ sources }, rendition)).toBe(src);
  });

  test('is the smallest if no file is small enough, and not chosen without sources or a rendition', () => {
    expect(srcOf({ sources: [whole, medium] }, 'small')).toBe('/m');
    expect([srcOf({}, 'small'), srcOf({ sources }, null)]).toEqual([undefined, undefined]);
  });

  test('is chosen by the shorter side of a landscape clip', () => {
    const wide = { ...small, width: 640, height: 360 };
    expect(srcOf({ sources: [whole, wide] }, 'small')).toBe('/s');
  });
});

describe('the first clip', () => {
  test.each([
    ['no hint is known', { effectiveType: null, downlinkMbps: null, pixels: null }, 'medium'],
    ['all hints are good', {}, 'medium'],
    ['the screen is small', { pixels: 320 }, 'small'],
    ['the connection is slow', { effectiveType: '2g' }, 'small'],
    ['the browser saves data', { saveData: true }, 'small'],
  ] as const)('has its level from the hints when %s', (_, changes, level) => {
    expect(withinHints(FIRST_LEVEL, hints(changes))).toBe(level);
  });
});
