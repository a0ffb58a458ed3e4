import { Trans } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import {
  selectIsUserOutdated,
  selectIsVisitor,
  selectUser,
} from '../../../machines/auth/auth.selectors.ts';
import { paths } from '../../app/system/paths.ts';
import { useChild } from '../../app/system/use-child.ts';
import { RollingAmount } from '../../ui/amount.tsx';
import { CoinIcon } from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const BalanceAge = lazyComponent(() => import('../../app/components/balance-age.tsx'));

/** The available balance, whose digits roll with each reward; for a visitor, a link to the log-in. */
export function BalanceChip() {
  const auth = useChild('auth');
  const balance = useSelector(auth, selectUser)?.balance;
  const isVisitor = useSelector(auth, selectIsVisitor);
  const isOld = useSelector(auth, selectIsUserOutdated);
  if (balance !== undefined) {
    return (
      <Link href={paths.withdraw} className="balance-chip">
        <CoinIcon />
        <RollingAmount value={balance} name={<Trans>Available balance</Trans>} />
        {isOld && <BalanceAge />}
      </Link>
    );
  }
  if (!isVisitor) return null;
  return (
    <Link href={paths.login} className="balance-chip">
      <CoinIcon />
      <Trans comment="Button and note for visitors (verb): log in so that watching pays. Narrow.">
        Log in to earn
      </Trans>
    </Link>
  );
}
