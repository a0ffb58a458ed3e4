import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FriendCounts, FriendLevel } from '../../machines/friends.machine.ts';
import { Friends } from '../../src/screens/invite/friends.tsx';
import { InviteCard } from '../../src/screens/invite/invite-card.tsx';
import { LevelChoice } from '../../src/screens/invite/level-choice.tsx';
import { draw, mockActor, renderText } from './render.tsx';

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://clips.example.test' });
  vi.stubGlobal('navigator', { share: () => undefined });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The member's data; `isLost`: they could not be loaded. */
const auth = (code: string | null, isLost: boolean) => ({
  context: { user: code === null ? null : { invite_code: code } },
  matches: () => isLost,
});

const share = { matches: (state: string) => state === 'choosing' };

/** The card's text, whether it still waits for the code, and the number of its disabled buttons. */
function inviting(code: string | null, isLost: boolean) {
  const children = { auth: auth(code, isLost), 'share-invite': share };
  const view = createElement(InviteCard);
  const html = draw(view, children);
  return {
    words: renderText(view, children),
    isBusy: html.includes('class="invite-ticket" aria-busy="true"'),
    barred: html.match(/<button[^>]* disabled=""/g)?.length ?? 0,
  };
}

const LINK = 'https://clips.example.test/newuser?invite_code=ADA7';

test.each([false, true])(
  'a known invite code can be read and sent, even if loading it again failed: %s',
  (isLost) => {
    expect(inviting('ADA7', isLost)).toEqual({
      words: `Your invite code ADA7 ${LINK} Copy link Share`,
      isBusy: false,
      barred: 0,
    });
  },
);

test('an invite code that is still loading cannot be sent', () => {
  const words = 'Your invite code Copy link Share';
  expect(inviting(null, false)).toEqual({ words, isBusy: true, barred: 2 });
});

test('a failure to load the invite code is reported, and can be retried', () => {
  const words = 'Your invite code Your invite code could not be loaded. Retry';
  expect(inviting(null, true)).toEqual({ words, isBusy: false, barred: 0 });
});

const COUNTS = { level1: 3, level2: 1, level3: 0 };

test.each([
  [COUNTS, false, false, 'Show friends of 4 All 3 Level 1 1 Level 2 0 Level 3'],
  [COUNTS, true, false, 'Show friends of 4 All 3 Level 1 1 Level 2 0 Level 3'],
  [null, false, true, 'Show friends of All Level 1 Level 2 Level 3'],
  [null, true, false, 'Show friends of – All – Level 1 – Level 2 – Level 3'],
])(
  'friends are counted by level once they are known: %o, lost: %s',
  (counts, isLost, isBusy, words) => {
    const props = { counts, isLost, level: 'all', onChoose: () => undefined } as const;
    const view = createElement(LevelChoice, props);
    expect([draw(view).includes('aria-busy="true"'), renderText(view)]).toEqual([isBusy, words]);
  },
);

/** The words below the choice of a level, with only these friends on it. */
function listed(level: FriendLevel, items: object[], counts: FriendCounts): string {
  const list = { items, summary: counts, failure: null, page: 1, wanted: 1, total: items.length };
  const friends = { value: level, children: { [level]: mockActor({ context: list }) } };
  return renderText(createElement(Friends), { friends }).replace(/^.* Level 3 /, '');
}

test('a friend is shown with level, name, day and reward', () => {
  const friend = {
    username: 'gr***',
    level: 2,
    reward: '0.5700',
    created_at: '2026-03-09T09:30:00Z',
  };
  expect(listed('all', [friend], { ...COUNTS, level1: 0 })).toBe('2 gr*** Mar 9, 2026 +0.57');
});

const OWN =
  'Send your link to a friend, or let them scan the code above. Whoever joins with it appears here.';
const THEIRS = 'Ask your friends to invite theirs: whoever joins with their link appears here.';

test.each([
  ['all', `No friends here yet ${OWN}`],
  ['level1', `Nobody on this level yet ${OWN}`],
  ['level2', `Nobody on this level yet ${THEIRS}`],
  ['level3', `Nobody on this level yet ${THEIRS}`],
] as const)('an empty level says who can invite friends to it: %s', (level, words) => {
  expect(listed(level, [], { level1: 0, level2: 0, level3: 0 })).toBe(words);
});
