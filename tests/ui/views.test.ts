import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { AppConfig } from '../../contract/app-config.ts';
import type { Friend } from '../../machines/friends.machine.ts';
import { shareMachine } from '../../machines/share.machine.ts';
import { ShareHint } from '../../src/app/components/share-hint.tsx';
import { BalanceChip } from '../../src/screens/feed/balance-chip.tsx';
import { Friends } from '../../src/screens/invite/friends.tsx';
import { Levels } from '../../src/screens/invite/levels.tsx';
import { DataRows } from '../../src/screens/mine/data-rows.tsx';
import { Today } from '../../src/screens/tasks/today.tsx';
import { Card } from '../../src/ui/card.tsx';
import { RequirementBar, Timeline } from '../../src/ui/progress.tsx';
import { RewardRing } from '../../src/ui/reward-ring.tsx';
import { Tabs } from '../../src/ui/tabs.tsx';
import { draw, mockActor, renderText, visibleText } from './render.tsx';

const auth = (token: string | null, balance?: string, isOutdated = false) => ({
  context: { token, user: balance === undefined ? null : { balance } },
  matches: () => isOutdated,
});
const VISITOR = auth(null);
const MEMBER = auth('a-token', '5.2000');

test('the feed shows a member the balance, and a visitor a link to log in', () => {
  const chip = createElement(BalanceChip);
  expect(draw(chip, { auth: MEMBER })).toMatch(
    /<a href="\/withdraw\/index".*>Available balance <span translate="no">5\.20</,
  );
  expect(draw(chip, { auth: VISITOR })).toMatch(/<a href="\/login".*>Log in to earn</);
  // a member is not asked to log in
  expect(draw(chip, { auth: auth('a-token') })).toBe('');
});

const LEFT_TO_DO =
  'A share counts when you leave for another app to send it, and come back within a minute.';
const COPIED = 'The link is copied. Send it to a friend, then come back here.';

test.each([
  ['watching', VISITOR, COPIED],
  ['watching', MEMBER, COPIED],
  ['sent', VISITOR, 'Thank you for sharing.'],
  ['sent', MEMBER, LEFT_TO_DO],
  ['choosing', VISITOR, ''],
  ['choosing', MEMBER, ''],
  ['sending', VISITOR, ''],
  ['sending', MEMBER, ''],
] as const)('the share hint says what a share still needs to count: %s', (value, who, words) => {
  const context = { hiddenAtMs: 0, awayMs: 0, day: '' };
  const share = mockActor<Parameters<typeof ShareHint>[0]['share']>(
    shareMachine.resolveState({ value, context } as never),
  );
  expect(renderText(createElement(ShareHint, { share }), { auth: who })).toBe(words);
});

/** The operator's settings that the levels mention. */
const config = (clips?: number) => ({
  context: {
    value: {
      commission_rates: ['0.07', '0.025', '0.01'],
      rewards: { invite: '0.5000' },
      ...(clips !== undefined && { release_after_videos: clips }),
    } as unknown as AppConfig,
    failure: null,
  },
});

test.each([
  [undefined, /make their bonus smaller\.$/],
  [0, /make their bonus smaller\.$/],
  [1, /Both are paid when your friend has watched 1 paid clip\.$/],
  [5, /Both are paid when your friend has watched 5 paid clips\.$/],
])('the levels name the clips that an invite reward waits for, if any: %s', (clips, end) => {
  const words = renderText(createElement(Levels), { config: config(clips) });
  expect(words).toMatch(end);
  expect(words).toMatch(/7% .* 2\.5% .* 1% /);
  expect(words).toContain('and +0.50 for each friend whom you invite yourself');
});

/** The text of the friends of an inviter who has only this friend. */
function rowOf(friend: Partial<Friend>): string {
  const items = [
    { username: 'a***', level: 1, reward: '0.0000', created_at: '2026-03-09T09:30:00Z', ...friend },
  ];
  const counts = { level1: 1, level2: 0, level3: 0 };
  const list = { items, summary: counts, failure: null, page: 1, wanted: 1, total: 1 };
  const friends = { value: 'all', children: { all: mockActor({ context: list }) } };
  return renderText(createElement(Friends), { friends });
}

test.each([
  [{ on_its_way: '0.0001' }, /On its way: \+0\.0001 0\.00$/],
  [{ on_its_way: '0.5700', videos_missing: 0 }, /On its way: \+0\.57 0\.00$/],
  [
    { on_its_way: '0.5700', videos_missing: 1 },
    /On its way: \+0\.57 · 1 paid clip to watch 0\.00$/,
  ],
  [
    { on_its_way: '0.5700', videos_missing: 3 },
    /On its way: \+0\.57 · 3 paid clips to watch 0\.00$/,
  ],
])('the pending reward of a friend is shown, however small: %o', (friend, end) => {
  expect(rowOf(friend)).toMatch(end);
});

test.each([{}, { on_its_way: '0.0000', videos_missing: 3 }])(
  'no pending reward is shown for a friend who has none: %o',
  (friend) => {
    expect(rowOf({ reward: '0.5700', ...friend })).toMatch(/Mar 9, 2026 \+0\.57$/);
  },
);

test.each([
  [0, false, '0 of 3', '0'],
  [2, false, '2 of 3', '2'],
  [3, true, '3 of 3', '3'],
  [9, true, '3 of 3', '3'],
])('a condition with 3 required and %i reached is met: %s', (current, isMet, said, now) => {
  const html = draw(createElement(RequirementBar, { label: 'Clips', current, required: 3 }));
  expect([html.includes('requirement-met'), html.includes('<svg')]).toEqual([isMet, isMet]);
  expect(html).toContain(`aria-valuetext="${said}"`);
  expect(html).toContain(`aria-valuenow="${now}"`);
});

test.each([
  [0, 3, '0'],
  [3, 3, '1'],
  [9, 3, '1'],
  [0, 0, '1'],
])('the bar of %i of %i is filled to %s', (current, required, filled) => {
  const html = draw(createElement(RequirementBar, { label: 'Clips', current, required }));
  expect(/--filled:([\d.]+)/.exec(html)?.[1]).toBe(filled);
});

test('the timeline marks done steps and failed steps differently, and no other steps', () => {
  const states = ['done', 'current', 'ahead', 'failed'] as const;
  const steps = states.map((state) => ({ title: state, state }));
  const rows = draw(createElement(Timeline, { steps })).split('<li').slice(1);
  const marks = rows.map((row) => /<svg.*<\/svg>/.exec(row)?.[0]);
  expect(marks.map((mark) => mark !== undefined)).toEqual([true, false, false, true]);
  expect(marks[0]).not.toBe(marks[3]);
});

test.each([
  ['filling', 0.25, 'aria-valuenow="25" aria-valuetext="+0.05"'],
  ['filling', 1.5, 'aria-valuenow="100" aria-valuetext="+0.05"'],
  ['claiming', 0.25, 'aria-valuenow="100" aria-valuetext="+0.05"'],
  ['promised', 0.25, 'aria-valuenow="100" aria-valuetext="+0.05, yours when you register"'],
  ['rewarded', 0.25, 'aria-valuenow="100" aria-valuetext="+0.05, earned"'],
] as const)(
  'the ring shows how much was watched, and the reward: %s, %f',
  (phase, fraction, said) => {
    const html = draw(createElement(RewardRing, { fraction, phase, reward: '0.0500' }));
    expect(html).toContain(said);
    expect(visibleText(html)).toBe(phase === 'rewarded' ? '' : '+0.05');
  },
);

test.each([
  [{ used: null, uncounted: 9 }, ''],
  [{ used: { today: 0, month: 0 }, uncounted: 0 }, 'Today 0 MB, this month 0 MB'],
  [
    { used: { today: 1_240_000, month: 99_940_000 }, uncounted: 10_000 },
    'Today 1.3 MB, this month 100 MB',
  ],
  [{ used: { today: 0, month: 100_600_000 }, uncounted: 0 }, 'Today 0 MB, this month 101 MB'],
  [{ used: { today: 0, month: 123_456_789 }, uncounted: 0 }, 'Today 0 MB, this month 123 MB'],
])('the data used is shown once it is known: %o', (context, said) => {
  const children = { dataUsed: { context }, clipLoading: { context: { isSavingData: false } } };
  const words = renderText(createElement(DataRows), children).replace(/[\u2068\u2069]/g, '');
  expect(words).toBe(`Use less data Data used ${said}`.trim());
});

test('only the current tab is a tab stop of the keyboard', () => {
  const tabs = ['a', 'b', 'c'].map((id) => ({ id, title: id.toUpperCase() }));
  const props = {
    label: 'Letters',
    tabs,
    current: 'b',
    onSelect: () => undefined,
    children: 'Of B',
  };
  const html = draw(createElement(Tabs, props));
  const stops = [...html.matchAll(/aria-selected="(\w+)"[^>]*tabindex="(-?\d+)"/gi)];
  // a tab stop with a positive index would precede everything else on the page
  expect(stops.map(([, isCurrent, index]) => [isCurrent, Math.sign(Number(index))])).toEqual([
    ['false', -1],
    ['true', 0],
    ['false', -1],
  ]);
});

test('a card with a title is a region named by its title; one without a title is no region', () => {
  const titled = { title: 'Here', children: 'What' };
  expect(draw(createElement(Card, titled))).toMatch(
    /^<section [^>]*aria-label="Here".*<h2 [^>]*>Here<.*What/,
  );
  const untitled = { children: 'What' };
  expect(draw(createElement(Card, untitled))).toBe('<div class="card ">What</div>');
});

test('today’s paid clips are counted out of the daily limit', () => {
  const paidToday = { context: { value: { paid: 3, limit: 20 }, failure: null } };
  expect(renderText(createElement(Today), { paidToday })).toBe(
    'Today Paid videos 3 / 20 Watch a clip',
  );
});
