import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { withdrawInfoBlueprint } from '../../app/actors/withdraw.actors.ts';
import { WITHDRAW_PATH } from '../../app/path.ts';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { useMethodName } from '../../app/use-method-name.ts';
import { Button } from '../../ui/button.tsx';
import { BankIcon, OnwardIcon, RetryIcon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/states.tsx';

/** Where the user is paid, in one line; it is set up on the Withdraw screen. */
export function WithdrawInfoRow() {
  const { t } = useLingui();
  const { effects, auth } = useSystem();
  const country = useSelector(auth, ({ context }) => context.user?.country ?? null);
  const info = useScreenActor(withdrawInfoBlueprint(effects, country));
  const set = useSelector(info, ({ context }) => context.info);
  const isWaiting = useSelector(info, (state) => state.hasTag('busy') && !state.context.info);
  const methodName = useMethodName(info, undefined);
  const hasFailed = useSelector(info, (state) => state.matches('failed'));
  const unknown = hasFailed ? t`Could not be loaded` : t`Not set`;
  const summary = set ? `${methodName} · ${set.account}` : unknown;
  return (
    <div className="info-row">
      <Link href={WITHDRAW_PATH} className="row">
        <BankIcon />
        <span className="row-main">
          <span>{t`Withdrawal info`}</span>
          <span className="row-note">
            {isWaiting ? <Skeleton width="7em" height="1.5em" /> : <bdi>{summary}</bdi>}
          </span>
        </span>
        {hasFailed ? null : <OnwardIcon size={20} />}
      </Link>
      {hasFailed ? <Retry onPress={() => info.send({ type: 'retry.pressed' })} /> : null}
    </div>
  );
}

/** Beside the row, which stays and takes the focus. */
function Retry({ onPress }: { onPress: () => void }) {
  const { t } = useLingui();
  return (
    <Button
      look="tonal"
      icon={<RetryIcon size={20} />}
      onClick={({ currentTarget }) => {
        currentTarget.parentElement?.querySelector('a')?.focus();
        onPress();
      }}
    >
      {t`Retry`}
    </Button>
  );
}
