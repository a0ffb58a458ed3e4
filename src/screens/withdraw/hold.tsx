import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { Withdrawal } from '../../../contract/shapes.ts';
import { selectHoldHours } from '../../../machines/withdrawal/withdrawal.selectors.ts';
import { useChild, useEffects } from '../../app/system/use-child.ts';
import { formatOf } from '../../ui/numbers.ts';

const unitOf = (unit: 'day' | 'hour') => ({ style: 'unit', unit, unitDisplay: 'long' }) as const;
/** Up to this many hours, a wait is shown in hours. */
const FEW_HOURS = 48;

/** Text of a wait, in hours, or in days rounded up. */
function timeOfHold(locale: string, hours: number): string {
  if (hours <= FEW_HOURS) return formatOf(locale, unitOf('hour')).format(hours);
  return formatOf(locale, unitOf('day')).format(Math.ceil(hours / 24));
}

/** Notice before a request: the next withdrawal waits. */
export function HoldNote() {
  const { i18n } = useLingui();
  const hours = useSelector(useChild('withdrawal'), selectHoldHours);
  if (hours === 0) return null;
  const time = timeOfHold(i18n.locale, hours);
  return (
    <p className="card-note">
      <Trans comment="Account: where the money is sent. {time}: a length of time, such as “7 days”.">
        The first withdrawal to this account waits {time} before it is paid.
      </Trans>
    </p>
  );
}

/** Notice before a change: the first withdrawal to another account waits. @param hours 0: no account yet, or no wait */
export function ChangeHoldNote({ hours }: { hours: number }) {
  const { i18n } = useLingui();
  if (hours === 0) return null;
  const time = timeOfHold(i18n.locale, hours);
  return (
    <p className="card-note">
      <Trans comment="Account: where the money is sent. {time}: a length of time, such as “24 hours”.">
        The first withdrawal to another account waits at least {time} before it is paid.
      </Trans>
    </p>
  );
}

/** Text of the date from which a request can be paid; null: at any time. */
export function useHeldText({ held_until: until }: Withdrawal): string | null {
  const { t, i18n } = useLingui();
  const { serverClock } = useEffects();
  if (!until || Date.parse(until) <= serverClock.nowMs()) return null;
  const date = i18n.date(until, { dateStyle: 'long' });
  return t({
    message: `It is not paid before ${date}.`,
    comment: 'It: a withdrawal. {date}: a day, such as 24 November 2026.',
  });
}
