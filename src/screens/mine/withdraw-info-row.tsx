import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { selectInfo, selectInfoStep } from '../../../machines/withdraw-info.selectors.ts';
import { shortMaskedAccount } from '../../app/components/masked-account.ts';
import { useMethodName } from '../../app/components/use-method-name.ts';
import { paths } from '../../app/system/paths.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { RetryIcon } from '../../ui/icons.tsx';
import { BankIcon, OnwardIcon } from '../../ui/screen-icons.tsx';
import { Skeleton } from '../../ui/states.tsx';

/** The payee in one line; it is set up on the Withdraw screen. */
export function WithdrawInfoRow() {
  const { t } = useLingui();
  const info = useChild('withdrawInfo');
  const set = useSelector(info, selectInfo);
  const step = useSelector(info, selectInfoStep);
  const methodName = useMethodName();
  const hasFailed = step === 'failed';
  const unknown = hasFailed
    ? t({
        message: 'Could not be loaded',
        comment: 'Short note in a row, for whatever the row shows: the withdrawal info.',
      })
    : t({
        message: 'Not set',
        comment: 'The withdrawal info has not been entered yet. At the end of a row: narrow.',
      });
  const summary = set ? (
    <>
      <bdi translate="no">{methodName}</bdi> ·{' '}
      <bdi dir="ltr" translate="no">
        {shortMaskedAccount(set.account)}
      </bdi>
    </>
  ) : (
    unknown
  );
  return (
    <div className="info-row">
      <Link href={paths.withdraw} className="row">
        <BankIcon />
        <span className="row-main">
          <span>{t`Withdrawal info`}</span>
          <span className="row-note">
            {step === 'loading' ? <Skeleton width="7em" height="1.5em" /> : null}
            {step === 'loading' || step === 'offline' ? null : summary}
          </span>
        </span>
        {hasFailed ? null : <OnwardIcon size={20} />}
      </Link>
      {hasFailed ? <Retry onPress={() => info.send({ type: 'retry.pressed' })} /> : null}
    </div>
  );
}

/** Button beside the link of the row; the link stays mounted and takes the focus. */
function Retry({ onPress }: { onPress: () => void }) {
  const { t } = useLingui();
  return (
    <Button
      look="tonal"
      icon={<RetryIcon />}
      onClick={({ currentTarget }) => {
        currentTarget.parentElement?.querySelector('a')?.focus();
        onPress();
      }}
    >
      {t`Retry`}
    </Button>
  );
}
