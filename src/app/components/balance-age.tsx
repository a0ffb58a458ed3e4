import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectIsOffline, selectKnownAtMs } from '../../../machines/auth/age.selectors.ts';
import { recentTime } from '../../i18n/recent-time.ts';
import { useChild } from '../system/use-child.ts';

/** The age of a balance that could not be refreshed, and why; nothing while it is current. */
export default function BalanceAge() {
  const { t, i18n } = useLingui();
  const auth = useChild('auth');
  const atMs = useSelector(auth, selectKnownAtMs);
  const isOffline = useSelector(auth, selectIsOffline);
  if (atMs === null) return null;
  const time = recentTime(i18n, atMs);
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
