import { createElement } from 'react';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { CallFailure } from '../../contract/failure.ts';
import { PasskeyList } from '../../src/app/components/passkey-list.tsx';
import type { Button } from '../../src/ui/button.tsx';
import { draw, renderText } from './render.tsx';

// test files share modules: reset them before and after the mock
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

type Props = Parameters<typeof Button>[0];

/** The drawn buttons, by their words. */
const drawn = new Map<unknown, Props>();

vi.mock('../../src/ui/button.tsx', () => ({
  Button: (props: Props) => {
    drawn.set(props.children, props);
    return createElement('button', { type: 'button' }, props.children);
  },
}));

beforeEach(() => {
  drawn.clear();
});

const key = { passkey: 'a1', name: '', created_at: '2026-03-09T09:30:00Z', used_at: null };

/** The passkeys of a member who has one. */
const inState = (state: string, failure: CallFailure | null = null) => ({
  passkeys: {
    value: state,
    context: { passkeys: [key], touched: key.passkey, failure },
    matches: (value: string) => value === state,
    hasTag: () => false,
  },
});

test.each([
  ['shown', 'Passkey Added: Mar 9, 2026 Rename Remove Add a passkey'],
  ['naming', 'Name Save Cancel Add a passkey'],
])('a passkey is shown, or a form for its name instead: %s', (state, words) => {
  const [, list = ''] = renderText(createElement(PasskeyList), inState(state)).split('password. ');
  expect(list.replace(/[\u2068\u2069]/g, '')).toBe(words);
});

test.each([
  [{ kind: 'refused', reason: 'proof_too_old' }, 'The passkey could not be added.'],
  [{ kind: 'offline' }, 'Network error, please try again later.'],
] as const)('the reason why a passkey was not added is shown: %o', (failure, said) => {
  expect(renderText(createElement(PasskeyList), inState('failed', failure))).toContain(said);
});

test.each([
  ['shown', 'Rename', { type: 'name.pressed', passkey: 'a1' }],
  ['shown', 'Remove', { type: 'remove.pressed', passkey: 'a1' }],
  ['shown', 'Add a passkey', { type: 'add.pressed' }],
  ['naming', 'Cancel', { type: 'back.pressed' }],
])('while passkeys are %s, a press of %s is reported', (state, words, event) => {
  const sent: unknown[] = [];
  draw(createElement(PasskeyList), inState(state), (each) => sent.push(each));
  drawn.get(words)?.onClick?.({} as never);
  expect(sent).toEqual([event]);
});
