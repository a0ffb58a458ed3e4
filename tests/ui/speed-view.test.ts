import { createElement } from 'react';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { startSpeed } from '../../src/app/actors/speed.actors.ts';
import { useStarted } from '../../src/app/system/use-started.ts';
import type { ClipActor, FeedActor } from '../../src/screens/feed/actors.ts';
import { Speed } from '../../src/screens/feed/speed.tsx';
import { draw, mockActor, renderText } from './render.tsx';

// test files share modules: reset them before and after the mock
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

vi.mock('../../src/app/system/use-started.ts', () => ({ useStarted: vi.fn() }));

afterEach(() => {
  vi.mocked(useStarted).mockReset();
});

const feed = mockActor<FeedActor>({ context: { index: 0 } });

function viewOf(claim: string) {
  const clip = mockActor<ClipActor>({ children: { claim: mockActor({ value: claim }) } });
  return createElement(Speed, { feed, clip });
}

const speedIn = (state: 'normal' | 'fast') => ({ matches: (value: string) => value === state });

test.each([
  ['open', undefined, false],
  ['rewarded', undefined, true],
  ['alreadyRewarded', undefined, true],
  ['rewarded', 'normal', false],
] as const)(
  'the speed actor starts once, with the first paid clip: %s, %s',
  (claim, state, isDue) => {
    draw(viewOf(claim), state ? { speed: speedIn(state) } : {});
    expect(vi.mocked(useStarted).mock.calls).toEqual([[startSpeed, isDue]]);
  },
);

test.each([
  ['normal', ''],
  ['fast', '2×'],
] as const)('the speed is shown only while a clip plays faster: %s', (state, words) => {
  expect(renderText(viewOf('rewarded'), { speed: speedIn(state) })).toBe(words);
});
