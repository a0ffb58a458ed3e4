import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectIsOffline, selectKnownAtMs } from '../../../machines/auth/age.selectors.ts';
import { useChild } from '../system/use-child.ts';

const HALF_A_DAY_MS = 12 * 60 * 60 * 1_000;

/** Since when the balance could not be asked for again, and why; nothing while it can. */
export default function Age() {
  const { t, i18n } = useLingui();
  const auth = useChild('auth');
  const atMs = useSelector(auth, selectKnownAtMs);
  const isOffline = useSelector(auth, selectIsOffline);
  if (atMs === null) return null;
  const isRecent = Date.now() - atMs < HALF_A_DAY_MS;
  const time = i18n.date(new Date(atMs), {
    ...(!isRecent && { dateStyle: 'medium' }),
    timeStyle: 'short',
  });
  return (
    <span className="age" role="status">
      {isOffline ? <span>{t`You are offline`}</span> : null}
      <span>
        {t({
          message: `as of ${time}`,
          comment:
            'Under the balance: when it was last known. {time}: a time, or a date and a time.',
        })}
      </span>
    </span>
  );
}
