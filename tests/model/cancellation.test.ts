import { expect, test } from 'vitest';
import { routes } from '../../machines/app/routes.ts';
import { isCancellable, partsOf, standingOf } from '../../machines/withdrawal/rules.ts';
import { cancelled, withdrawal, withdrawalAt } from './samples.ts';

test('a withdrawal can be cancelled until an operator has approved it, with older servers too', () => {
  const open = (['pending', 'in_review', 'processing', 'paid', 'failed', 'rejected'] as const).map(
    (step) => isCancellable(withdrawalAt(step)),
  );
  expect(open).toEqual([true, true, false, false, false, false]);
  expect([withdrawal('pending'), withdrawal('paid'), cancelled].map(isCancellable)).toEqual([
    true,
    false,
    false,
  ]);
  expect(standingOf(cancelled)).toBe('cancelled');
});

test.each([
  ['0', '1.5000', '0.0000'],
  ['0.4000', '1.1000', '0.4000'],
  ['1.5000', '0.0000', '1.5000'],
  ['9.0000', '0.0000', '1.5000'],
])('a debt of %s is repaid first from a returned amount of 1.5', (debt, back, settled) => {
  expect(partsOf(withdrawal('pending'), debt)).toEqual({ back, settled });
});

test('a settled withdrawal sets the balance that it reports; without one the user is outdated', () => {
  const who = { user: null, isVisitor: false, screen: 'withdraw' } as never;
  const settled = (balance?: string) =>
    JSON.stringify(
      routes['withdrawal.settled'](
        { type: 'withdrawal.settled', ending: 'cancelled', ...(balance && { balance }) },
        who,
      ),
    );
  expect(settled('20.5000')).toContain('"20.5000"');
  expect(settled('20.5000')).not.toContain('user.outdated');
  expect(settled()).toContain('user.outdated');
});
