import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { Requirement, Withdrawal, WithdrawalStep } from '../../contract/shapes.ts';
import type { Permission } from '../../machines/push/model.ts';
import { WithdrawInfoRow } from '../../src/screens/mine/withdraw-info-row.tsx';
import { Conditions } from '../../src/screens/withdraw/conditions.tsx';
import { CurrentStep } from '../../src/screens/withdraw/current-step.tsx';
import { Debt } from '../../src/screens/withdraw/debt.tsx';
import { WithdrawInfoCard } from '../../src/screens/withdraw/info-card.tsx';
import { PendingWithdrawal, SettledWithdrawal } from '../../src/screens/withdraw/pending.tsx';
import { draw, renderText } from './render.tsx';

const request: Withdrawal = {
  id: 7,
  amount: '12.3500',
  local_amount: '12.35',
  local_currency: 'USD',
  method: 'paypal',
  account: 'ada@example.test',
  recipient_name: 'Ada Lovelace',
  status: 'pending',
  reason: null,
  created_at: '2026-03-09T09:30:00Z',
  settled_at: null,
};

const later = (step: WithdrawalStep, minute: number) => ({
  step,
  at: `2026-03-10T12:0${minute}:00Z`,
});
const way = (...steps: WithdrawalStep[]): Partial<Withdrawal> => ({
  step: steps.at(-1),
  steps: [{ step: 'pending', at: request.created_at }, ...steps.map(later)],
});
const ended = (step: Exclude<WithdrawalStep, 'in_review' | 'processing'>): Partial<Withdrawal> => ({
  ...way('processing', step),
  status: step === 'pending' || step === 'paid' ? step : 'rejected',
  reason: step === 'paid' ? null : 'The account is closed',
});

const config = { context: { value: { support_contact: 'help@example.test' }, failure: null } };
const methodName = 'PayPal';
const CONTACT = 'Questions? Ask help@example.test';

const pending = (withdrawal: Withdrawal) =>
  createElement(PendingWithdrawal, { withdrawal, methodName, onCancel: () => {} });

/** The states of a timeline, from top to bottom. */
const marks = (html: string) =>
  [
    ...html.matchAll(
      /<li class="timeline-(\w+)"( aria-current="step")?>.*?timeline-title">(.*?)</g,
    ),
  ].map(([, state, isNow, title]) => `${title} ${state}${isNow ? ' now' : ''}`);

test.each([
  [{}, 'Your withdrawal is in process', ['Requested done', 'In process current now', 'Paid ahead']],
  [
    way('in_review'),
    'Your withdrawal is in review',
    ['Requested done', 'In review current now', 'Paid ahead'],
  ],
  [
    way('in_review', 'processing'),
    'Your withdrawal is on its way',
    ['Requested done', 'In review done', 'On its way current now', 'Paid ahead'],
  ],
  [
    way('in_review', 'pending'),
    'Your withdrawal is in process',
    ['Requested done', 'In review done', 'In process current now', 'Paid ahead'],
  ],
] as const)('a withdrawal in process shows its step: %o', (how, title, steps) => {
  const withdrawal: Withdrawal = { ...request, ...how };
  const view = pending(withdrawal);
  expect(renderText(view, { config })).toMatch(new RegExp(`^${title} Requested `));
  expect(marks(draw(view, { config }))).toEqual(steps);
  const canCancel = withdrawal.step === 'processing' ? '' : ' Cancel withdrawal';
  expect(renderText(view, { config })).toMatch(
    new RegExp(
      `Amount 12\\.35 .*Method PayPal Account ada@example\\.test Recipient name Ada Lovelace${canCancel}$`,
    ),
  );
  expect(renderText(view, { config }).includes(CONTACT)).toBe(withdrawal.step === 'in_review');
});

test.each([
  ['2026-03-20T09:30:00Z', 'It will be decided by March 20, 2026.'],
  [null, 'before it is paid. Questions?'],
  [undefined, 'before it is paid. Questions?'],
])('a withdrawal in review shows the deadline of the decision, if any: %s', (due, said) => {
  const withdrawal: Withdrawal = { ...request, ...way('in_review'), review_due_at: due };
  const view = pending(withdrawal);
  expect(renderText(view, { config })).toContain(said);
});

const BACK = 'The amount is back in your balance.';

test('a paid withdrawal is not shown as returned to the balance', () => {
  const withdrawal: Withdrawal = { ...request, ...ended('paid') };
  const view = createElement(SettledWithdrawal, { withdrawal, methodName, onDone: () => {} });
  const words = renderText(view, { config });
  expect(words).toMatch(/^Your withdrawal was paid /);
  expect([words.includes(BACK), words.includes(CONTACT)]).toEqual([false, false]);
  expect(marks(draw(view, { config })).at(-1)).toBe('Paid done');
});

test.each([
  ['failed', 'Your withdrawal failed'],
  ['returned', 'Your withdrawal was returned'],
  ['rejected', 'Your withdrawal was rejected'],
] as const)('an unpaid withdrawal shows its return, reason and contact: %s', (step, title) => {
  const refused: Withdrawal = { ...request, ...ended(step) };
  const drawn = (shown: Withdrawal) =>
    createElement(SettledWithdrawal, { withdrawal: shown, methodName, onDone: () => {} });
  const view = drawn(refused);
  // the payout account is unknown here
  const withdrawal = { context: {}, matches: () => false, can: () => false };
  const children = { config, withdrawal, withdrawInfo: { context: { info: null } } };
  const words = renderText(view, children);
  expect(words).toMatch(new RegExp(`^${title} Requested .* The account is closed Amount 12\\.35 `));
  expect(words).toMatch(new RegExp(`${BACK} ${CONTACT.replace('?', '\\?')} Done$`));
  expect(marks(draw(view, children)).at(-1)).toMatch(/ failed$/);
  // a part of the amount repaid a debt
  const repaying = drawn({ ...refused, repaid: '3.0000' });
  expect(renderText(repaying, children)).not.toContain(BACK);
});

/** The text of the conditions for a user with `invites` of the three required invitations. */
function conditions(
  invites: number,
  isAsked: boolean,
  permission: Permission = 'default',
  requirements: Requirement[] = [{ kind: 'invites', current: invites, required: 3 }],
): string {
  const terms = { requirements, notification_required: isAsked };
  const props = { terms, permission, isUnset: false, onCheck: () => {} } as unknown as Parameters<
    typeof Conditions
  >[0];
  return renderText(createElement(Conditions, props));
}

test('conditions are counted, and each is shown as met or not met', () => {
  expect(conditions(2, false)).toMatch(
    /^Before you can withdraw 0 of 1 met .* 2 \/ 3 · Not met yet$/,
  );
  expect(conditions(3, false)).toMatch(/ 1 of 1 met .* 3 \/ 3 · Met$/);
  expect(conditions(3, true, 'granted')).toMatch(/ 2 of 2 met .* Notifications are on Met$/);
  expect(conditions(3, true)).toMatch(
    / 1 of 2 met .* Notifications are off Not met yet Withdrawing needs your permission for notifications\. Enable notifications Check again$/,
  );
  expect(conditions(3, true, 'unsupported')).toContain('this browser does not support them.');
});

test('no conditions are shown if nothing is required', () => {
  expect(conditions(0, false, 'default', [])).toBe('');
});

const methods = [{ method: 'paypal', name: 'PayPal', countries: ['US', 'DE'], account_hint: '' }];
const info = {
  country: 'DE',
  method: 'paypal',
  recipient_name: 'Ada Lovelace',
  account: 'ada@example.test',
};
const FAULTED = { kind: 'faulted', status: 500 };
const infoIn = (value: string, set: typeof info | null) => ({
  withdrawInfo: { value, context: { info: set, methods, failure: FAULTED } },
});

test('the payout account is shown field by field', () => {
  expect(renderText(createElement(WithdrawInfoCard), infoIn('set', info))).toBe(
    'Withdrawal info Change Country or region Germany Method PayPal Recipient name Ada Lovelace Account ada@example.test',
  );
});

test('a browser’s translator leaves the payout account unchanged', () => {
  const html = draw(createElement(WithdrawInfoCard), infoIn('set', info));
  const values = html.match(/<dd>.*?<\/dd>/g) ?? [];
  expect(values.map((each) => / translate="no"[^>]*>([^<]*)</.exec(each)?.[1])).toEqual([
    ...['Germany', 'PayPal', 'Ada Lovelace', 'ada@example.test'],
  ]);
});

test.each([
  ['set', info, 'Withdrawal info PayPal · ada@example.test'],
  ['missing', null, 'Withdrawal info Not set'],
  ['failed', null, 'Withdrawal info Could not be loaded Retry'],
  ['loading', null, 'Withdrawal info'],
] as const)('the payout account is shown in one line: %s', (value, set, words) => {
  expect(renderText(createElement(WithdrawInfoRow), infoIn(value, set))).toBe(words);
});

test.each([
  ['editing', false],
  ['saving', true],
])('the entered payout account stays visible while it is saved: %s', (value, isBusy) => {
  const context = { info: null, methods, form: info, problems: {}, failure: null };
  const withdrawal = { context: { withdrawal: { ...request, ...ended('failed') } } };
  const children = { withdrawInfo: { value, context }, withdrawal };
  const html = draw(createElement(WithdrawInfoCard), children);
  expect(html).toContain('value="ada@example.test"');
  // the reason why the last withdrawal failed is shown, too
  expect(renderText(createElement(WithdrawInfoCard), children)).toContain(
    'Your withdrawal failed · The account is closed',
  );
  expect(html.includes('aria-busy="true"')).toBe(isBusy);
});

/** The text of this debt, with a history of corrections, the newest first. */
function owing(debt: string | undefined): string {
  const items = [
    { id: 3, direction: 'taken', amount: '0.3000', reason: 'Newest' },
    { id: 2, direction: 'given', amount: '9.0000', reason: 'A gift' },
    { id: 1, direction: 'taken', amount: '0.2000', reason: 'Older' },
  ].map((each) => ({ ...each, created_at: '2026-03-09T09:30:00Z' }));
  const list = { items, failure: null, page: 1, wanted: 1, total: 3 };
  const withdrawal = { context: { terms: { debt } } };
  return renderText(createElement(Debt), { withdrawal, corrections: { context: list } });
}

test('a debt is shown with its reasons, and without a debt nothing is shown', () => {
  expect([owing(undefined), owing('0.0000')]).toEqual(['', '']);
  expect(owing('0.3000')).toMatch(/^To be settled 0\.30 .* Newest Mar 9, 2026 -0\.30$/);
  expect(owing('0.4000')).toMatch(/ -0\.30 Older Mar 9, 2026 -0\.20$/);
  expect(owing('0.4000')).not.toContain('A gift');
});

test('a failed load is reported, and no earlier conditions are shown', () => {
  const failed = {
    context: {
      terms: { requirements: [], notification_required: true },
      withdrawal: null,
      failure: FAULTED,
      permission: 'default',
    },
    matches: (state: string) => state === 'failed',
    hasTag: () => false,
  };
  const words = renderText(createElement(CurrentStep), {
    withdrawal: failed,
    ...infoIn('set', info),
  });
  expect(words).toBe(
    'Your balance and the conditions could not be loaded. Something went wrong on our side. Please try again. Retry',
  );
});
