import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { selectIsOffline } from '../../../machines/auth/age.selectors.ts';
import {
  selectIsBusy,
  selectIsUserOutdated,
  selectUser,
} from '../../../machines/auth/auth.selectors.ts';
import BalanceAge from '../../app/components/balance-age.tsx';
import { Offline } from '../../app/components/offline.tsx';
import { OperatorPages, useConfig } from '../../app/components/operator-page.tsx';
import { WaitingCard } from '../../app/components/waiting-card.tsx';
import { paths } from '../../app/system/paths.ts';
import { useChild } from '../../app/system/use-child.ts';
import '../../ui/button.css';
import { Card, Screen } from '../../ui/card.tsx';
import { initialOf } from '../../ui/initial.ts';
import { Purse } from '../../ui/purse.tsx';
import { LeaveIcon } from '../../ui/screen-icons.tsx';
import { Failure, Skeleton } from '../../ui/states.tsx';
import { AccountRows } from './account-rows.tsx';
import { Corrections } from './corrections.tsx';
import { Earnings } from './earnings-chart.tsx';
import { InstallRow } from './install-row.tsx';
import './mine.css';
import { RewardHistory } from './reward-history.tsx';
import { Settings } from './settings.tsx';
import { WithdrawInfoRow } from './withdraw-info-row.tsx';

/** The account: user, balance, rewards and settings. */
export default function MineScreen() {
  const { t } = useLingui();
  const auth = useChild('auth');
  const user = useSelector(auth, selectUser);
  const isOutdated = useSelector(auth, selectIsUserOutdated);
  const isOffline = useSelector(auth, selectIsOffline);
  const isLeaving = useSelector(auth, selectIsBusy);
  const config = useConfig();
  // the user is loaded or loading; after a failure, no placeholder waits for it
  const isKnown = user !== null || !isOutdated;
  const retry = () => auth.send({ type: 'user.outdated' });
  return (
    <Screen
      title={t({
        message: 'Mine',
        comment: 'Tab bar and page title: the page about oneself (me, my account). Very narrow.',
      })}
    >
      {isKnown ? <Profile /> : null}
      {isOutdated && !(isKnown && isOffline) ? (
        <Card>
          {isOffline ? (
            <Offline onRetry={retry} />
          ) : (
            <Failure title={t`Your profile could not be loaded.`} onRetry={retry} />
          )}
        </Card>
      ) : null}
      {isKnown ? (
        <Purse money={user} note={<BalanceAge />}>
          <Link href={paths.withdraw} className="button button-primary">
            {t({ message: 'Withdraw now', comment: 'Button (verb).' })}
          </Link>
        </Purse>
      ) : null}
      <WaitingCard />
      <Earnings />
      <Card>
        <div className="rows">
          <WithdrawInfoRow />
          <AccountRows />
          <Settings />
          <InstallRow />
          <button
            type="button"
            className="row log-out"
            aria-busy={isLeaving}
            onClick={() => auth.send({ type: 'logout.pressed' })}
          >
            <LeaveIcon />
            <span className="row-main">{t({ message: 'Log out', comment: 'Button (verb).' })}</span>
          </button>
        </div>
      </Card>
      <OperatorPages pages={config?.pages?.map(({ page }) => page) ?? []} />
      {/* these lists grow, so they are last and move nothing above them */}
      <RewardHistory />
      <Corrections />
    </Screen>
  );
}

function Profile() {
  const { t, i18n } = useLingui();
  const user = useSelector(useChild('auth'), selectUser);
  const id = user?.id;
  return (
    <div className="beside profile" aria-busy={user === null}>
      <span className="disc profile-picture" aria-hidden="true">
        <bdi>{initialOf(user?.username ?? '', i18n.locale)}</bdi>
      </span>
      <div className="profile-words">
        <p className="profile-name clamped">
          {user ? (
            <bdi translate="no">{user.username}</bdi>
          ) : (
            <Skeleton width="8em" height="1.2em" />
          )}
        </p>
        <p className="row-note">
          {user ? (
            t({ message: `ID ${id}`, comment: '{id}: the user’s number.' })
          ) : (
            <Skeleton width="5em" />
          )}
        </p>
      </div>
    </div>
  );
}
