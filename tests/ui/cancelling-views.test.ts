import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { Withdrawal } from '../../contract/shapes.ts';
import { CancelDialog } from '../../src/screens/withdraw/cancel-dialog.tsx';
import { PendingWithdrawal, SettledWithdrawal } from '../../src/screens/withdraw/pending.tsx';
import { cancelled, withdrawal as sample, withdrawalAt } from '../model/samples.ts';
import { draw, renderText } from './render.tsx';

const request: Withdrawal = { ...sample('pending'), amount: '12.3500' };

/** The dialog's text in this state of the machine, with a debt. */
function said(state: string, debt = '0.0000', failure: unknown = null): string {
  const withdrawal = {
    matches: (value: { pending?: string }) => value.pending === state,
    context: { failure, terms: { debt } },
  };
  return renderText(createElement(CancelDialog, { request }), { withdrawal });
}

test('the dialog shows the amount that returns to the balance, and the debt that it settles first', () => {
  const asked = 'Cancel this withdrawal?';
  const note = 'The amount goes back to your balance at once. Nothing is paid out.';
  expect(said('waiting')).toBe('');
  expect(said('asking')).toBe(`${asked} 12.35 ${note} Keep it Yes, cancel`);
  expect(said('asking', '2.0000')).toBe(
    `${asked} 10.35 ${note} Of the withdrawal, 2.00 settles what you owe. Keep it Yes, cancel`,
  );
});

test('the dialog offers only Close once the withdrawal can no longer be cancelled', () => {
  const failure = { kind: 'refused', reason: 'not_cancellable' };
  expect(said('refused', '0.0000', failure)).toBe(
    'Cancel this withdrawal? This withdrawal can no longer be cancelled. Close',
  );
});

const config = { context: { value: { support_contact: 'help@example.test' }, failure: null } };
const shown = { methodName: 'PayPal', onCancel: () => {}, onDone: () => {} };

test('cancelling is offered until the withdrawal is approved', () => {
  const offered = (['pending', 'in_review', 'processing'] as const).map((step) => {
    const view = createElement(PendingWithdrawal, { withdrawal: withdrawalAt(step), ...shown });
    return renderText(view, { config }).endsWith(' Cancel withdrawal');
  });
  expect(offered).toEqual([true, true, false]);
});

test('a withdrawal that its member cancelled is shown as returned, not as failed', () => {
  const view = createElement(SettledWithdrawal, { withdrawal: cancelled, ...shown });
  const words = renderText(view, { config });
  expect(words).toMatch(/^Your withdrawal was cancelled Requested .* Cancelled by you Jan 3, 2026/);
  expect(words).toMatch(/The amount is back in your balance\. Done$/);
  expect([cancelled.reason, 'help@example.test'].map((each) => words.includes(`${each}`))).toEqual([
    false,
    false,
  ]);
  expect(draw(view, { config })).not.toContain('timeline-failed');
});

test.each([
  ['2126-03-16T09:30:00Z', / It is not paid before March 16, 2126\. /],
  // a past date
  ['2026-03-10T09:30:00Z', /^(?!.*not paid before)/],
  [null, /^(?!.*not paid before)/],
])('a request in review names the day before which it is not paid: %s', (held_until, words) => {
  const withdrawal = { ...withdrawalAt('in_review'), held_until };
  const view = createElement(PendingWithdrawal, { withdrawal, ...shown });
  expect(renderText(view, { config })).toMatch(words);
});
