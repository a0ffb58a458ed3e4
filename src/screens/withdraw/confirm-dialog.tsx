import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { CSSProperties } from 'react';
import {
  selectAmount,
  selectFailure,
  selectPayee,
  selectStep,
} from '../../../machines/withdrawal/withdrawal.selectors.ts';
import { coveredAccount } from '../../app/components/covered-account.ts';
import { useProcessDays } from '../../app/components/process-days.tsx';
import { useMethodName } from '../../app/components/use-method-name.ts';
import { useChild } from '../../app/system/use-child.ts';
import { failureText } from '../../i18n/refusals.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatAmount } from '../../ui/numbers.ts';
import { HoldNote } from './hold.tsx';

/** The last look before money moves. */
export function ConfirmDialog() {
  const step = useSelector(useChild('withdrawal'), selectStep);
  if (step !== 'confirming' && step !== 'submitting') return null;
  return <Confirmation isBusy={step === 'submitting'} />;
}

function Confirmation({ isBusy }: { isBusy: boolean }) {
  const { t, i18n } = useLingui();
  const withdrawal = useChild('withdrawal');
  const payee = useSelector(withdrawal, selectPayee);
  const methodName = useMethodName(payee?.method);
  const amount = useSelector(withdrawal, selectAmount);
  const failure = useSelector(withdrawal, selectFailure);
  const days = useProcessDays();
  const cancel = () => withdrawal.send({ type: 'cancel.pressed' });
  return (
    <Dialog
      title={t({
        message: 'Confirm withdrawal',
        comment: 'Title of the dialog that asks before a withdrawal is sent.',
      })}
      onClose={cancel}
    >
      <p
        className="confirm-amount"
        style={{ '--signs': formatAmount(amount, i18n.locale, false).length } as CSSProperties}
      >
        <Amount value={amount} />
      </p>
      {payee ? (
        <p className="confirm-where">
          <bdi translate="no">{methodName}</bdi>
          <bdi dir="ltr" translate="no">
            {coveredAccount(payee.account)}
          </bdi>
          <bdi translate="no">{payee.recipient_name}</bdi>
        </p>
      ) : null}
      <p className="card-note">
        <Trans>
          The amount is set aside at once. Processing takes{' '}
          <Plural value={days} one="up to one working day" other="1 to # working days" />.
        </Trans>
      </p>
      <HoldNote />
      {failure ? (
        <p className="field-error" role="alert">
          {i18n._(failureText(failure))}
        </p>
      ) : null}
      <div className="dialog-actions">
        <Button look="tonal" aria-disabled={isBusy || undefined} onClick={cancel}>
          {t({
            message: 'Cancel',
            comment:
              'Button: leave the dialog or form without doing anything. Beside another button: narrow.',
          })}
        </Button>
        <Button busy={isBusy} onClick={() => withdrawal.send({ type: 'confirm.pressed' })}>
          {t({
            message: 'Confirm',
            comment: 'Button (verb) that sends the withdrawal. Beside “Cancel”: narrow.',
          })}
        </Button>
      </div>
    </Dialog>
  );
}
