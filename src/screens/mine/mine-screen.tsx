import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import type { SnapshotFrom } from 'xstate';
import type { authMachine } from '../../../machines/auth.machine.ts';
import { WITHDRAW_PATH } from '../../app/path.ts';
import { useSystem } from '../../app/system-context.tsx';
import { useMoney } from '../../app/use-money.ts';
import '../../ui/button.css';
import { Card, Screen } from '../../ui/card.tsx';
import { LeaveIcon } from '../../ui/icons.tsx';
import { Purse } from '../../ui/purse.tsx';
import { Failure, Skeleton } from '../../ui/states.tsx';
import { Earnings } from './earnings-chart.tsx';
import { InstallRow } from './install-row.tsx';
import './mine.css';
import { RewardHistory } from './reward-history.tsx';
import { Settings } from './settings.tsx';
import { WithdrawInfoRow } from './withdraw-info-row.tsx';

type Snapshot = SnapshotFrom<typeof authMachine>;
const selectUser = (state: Snapshot) => state.context.user;
const selectIsOutdated = (state: Snapshot) => state.matches({ loggedIn: 'outdated' });
const selectIsBusy = (state: Snapshot) => state.hasTag('busy');

/** Who is here, what they have, where it came from, and how the app should be. */
export default function MineScreen() {
  const { t } = useLingui();
  const { auth } = useSystem();
  const user = useSelector(auth, selectUser);
  const money = useMoney();
  const isOutdated = useSelector(auth, selectIsOutdated);
  const isLeaving = useSelector(auth, selectIsBusy);
  // or on its way: nothing waits for what will not come
  const isKnown = user !== null || !isOutdated;
  return (
    <Screen title={t`Mine`}>
      {isKnown ? <Who /> : null}
      {isOutdated ? (
        <Card>
          <Failure
            title={t`Your profile could not be loaded.`}
            onRetry={() => auth.send({ type: 'user.outdated' })}
          />
        </Card>
      ) : null}
      {isKnown ? (
        <Purse money={money}>
          <Link href={WITHDRAW_PATH} className="button button-primary">
            {t`Withdraw now`}
          </Link>
        </Purse>
      ) : null}
      <Earnings />
      <Card>
        <div className="rows">
          <WithdrawInfoRow />
          <Settings />
          <InstallRow />
          <button
            type="button"
            className="row log-out"
            aria-busy={isLeaving}
            onClick={() => auth.send({ type: 'logout.pressed' })}
          >
            <LeaveIcon />
            <span className="row-main">{t`Log out`}</span>
          </button>
        </div>
      </Card>
      {/* the part that grows comes last and moves nothing */}
      <RewardHistory />
    </Screen>
  );
}

function Who() {
  const { t } = useLingui();
  const { auth } = useSystem();
  const user = useSelector(auth, selectUser);
  const initial = [...(user?.username ?? '')][0]?.toLocaleUpperCase() ?? '';
  const id = user?.id;
  return (
    <div className="who" aria-busy={user === null}>
      <span className="who-picture" aria-hidden="true">
        {initial}
      </span>
      <div className="who-words">
        <p className="who-name">
          {user ? <bdi>{user.username}</bdi> : <Skeleton width="8em" height="1.2em" />}
        </p>
        <p className="row-note">{user ? t`ID ${id}` : <Skeleton width="5em" />}</p>
      </div>
    </div>
  );
}
