import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { Withdrawal } from '../../../contract/shapes.ts';
import { selectHoldDays } from '../../../machines/withdrawal/withdrawal.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { formatOf } from '../../ui/numbers.ts';

const LONG_DAYS = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;

/** How long the first withdrawal to an account of this kind waits, in words. */
export const timeOfHold = (locale: string, days: number): string =>
  formatOf(locale, LONG_DAYS).format(days);

/** Says beforehand that the next withdrawal waits. */
export function HoldNote() {
  const { i18n } = useLingui();
  const days = useSelector(useChild('withdrawal'), selectHoldDays);
  if (days === 0) return null;
  const time = timeOfHold(i18n.locale, days);
  return (
    <p className="card-note">
      <Trans comment="Account: where the money is sent. {time}: a length of time, such as “7 days”.">
        The first withdrawal to an account of this kind waits {time} before it is paid.
      </Trans>
    </p>
  );
}

/** From when on a request can be paid; null: at any time. */
export function useHeldText({ held_until: until }: Withdrawal): string | null {
  const { t, i18n } = useLingui();
  if (!until || Date.parse(until) <= Date.now()) return null;
  const date = i18n.date(until, { dateStyle: 'long' });
  return t({
    message: `It is not paid before ${date}.`,
    comment: 'It: a withdrawal. {date}: a day, such as 24 November 2026.',
  });
}
