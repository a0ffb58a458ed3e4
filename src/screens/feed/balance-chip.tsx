import { Trans } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { LOGIN_PATH, WITHDRAW_PATH } from '../../app/path.ts';
import { useSystem } from '../../app/system-context.tsx';
import { RollingAmount } from '../../ui/amount.tsx';
import { CoinIcon } from '../../ui/icons.tsx';

/** What the user has, rolling up with each reward; a visitor is told how to begin. */
export function BalanceChip() {
  const { auth } = useSystem();
  const balance = useSelector(auth, ({ context }) => context.user?.balance);
  const isVisitor = useSelector(auth, (snapshot) => snapshot.matches('loggedOut'));
  if (balance !== undefined) {
    return (
      <Link href={WITHDRAW_PATH} className="balance-chip">
        <CoinIcon size={20} />
        <RollingAmount value={balance} />
      </Link>
    );
  }
  if (!isVisitor) return null;
  return (
    <Link href={LOGIN_PATH} className="balance-chip">
      <CoinIcon size={20} />
      <span>
        <Trans>Log in to earn</Trans>
      </span>
    </Link>
  );
}
