import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { RewardLog } from '../../contract/shapes.ts';
import type { ToastText } from '../../machines/app/toasts.ts';
import { Toasts } from '../../src/app/shell/toast-region.tsx';
import { draw, renderText } from './render.tsx';

const said = (...texts: ToastText[]) =>
  renderText(createElement(Toasts, { toasts: texts.map((text, id) => ({ id, text })) }));

test('each toast is shown once, in the order of arrival', () => {
  expect(said({ kind: 'linkCopied' }, { kind: 'claimPaid', amounts: ['0.0500'] })).toBe(
    'Link copied. +0.05 earned',
  );
});

test('the rewards of several claims are shown as one exact sum', () => {
  const amounts = ['0.1000', '0.2000', '12.0005', '0.0500'];
  expect(said({ kind: 'claimPaid', amounts })).toBe('+12.3505 earned');
  expect(said({ kind: 'claimPaid', amounts: Array(19).fill('0.0500') })).toBe('+0.95 earned');
  expect(said({ kind: 'claimPaid', amounts: ['999999999999.9998', '0.0001'] })).toBe(
    '+999,999,999,999.9999 earned',
  );
});

test('a toast does not say that an amount is back: it may have repaid a debt', () => {
  expect(said({ kind: 'withdrawalSettled', ending: 'rejected' })).toBe(
    'Your withdrawal was rejected',
  );
});

test.each([
  ['paid', 'good'],
  // the member cancelled the withdrawal
  ['cancelled', 'good'],
  ['rejected', 'harm'],
] as const)('the colour of a toast shows how a withdrawal ended: %s', (ending, tone) => {
  const toasts = [{ id: 1, text: { kind: 'withdrawalSettled', ending } as const }];
  expect(draw(createElement(Toasts, { toasts }))).toContain(`toast-${tone}`);
});

const reward = (type: RewardLog['type'], amount: string): RewardLog => ({
  id: 1,
  type,
  amount,
  created_at: '2026-03-09T09:30:00Z',
  detail: '',
});
const forRegistering = reward('new_user_reward', '1.0000');
const forWatching = reward('video', '0.0500');
const refusal = { kind: 'refused', reason: 'invalid_watch_ticket' } as const;
const NOT_GIVEN = 'The reward for the sample clip could not be claimed.';

test.each([
  [[forRegistering], null, 'Welcome! +1.00 for registering.'],
  [[forRegistering, forWatching], null, 'Welcome! +1.00 for registering and +0.05 for watching.'],
  [[forRegistering], refusal, `Welcome! +1.00 for registering. ${NOT_GIVEN}`],
  // an operator may pay no reward for a registration
  [[], refusal, NOT_GIVEN],
])('a welcome toast names each paid reward and the refused one: %#', (rewards, lost, words) => {
  expect(said({ kind: 'welcomed', rewards, refusal: lost as never })).toBe(words);
});
