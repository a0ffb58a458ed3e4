import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectNowMs } from '../../../machines/earning.selectors.ts';
import { nextDay } from '../../i18n/next-day.ts';
import { useChild } from '../system/use-child.ts';

/** The time when clips are paid again, once the day's limit is reached. */
export default function NextDay() {
  const { t, i18n } = useLingui();
  const nowMs = useSelector(useChild('earning'), selectNowMs);
  if (nowMs === null) return null;
  const { time, wait } = nextDay(i18n.locale, nowMs);
  return (
    <span className="next-day">
      {t({
        message: `Rewards start again at ${time} (${wait}).`,
        comment:
          '{time}: a time of day, such as 5:30 AM. {wait}: such as “in 5 hours”, a whole phrase.',
      })}
    </span>
  );
}
