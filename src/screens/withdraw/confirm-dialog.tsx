import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { CSSProperties } from 'react';
import {
  selectAmount,
  selectArrival,
  selectCurrency,
  selectFailure,
  selectPayee,
  selectStep,
} from '../../../machines/withdrawal/withdrawal.selectors.ts';
import { shortMaskedAccount } from '../../app/components/masked-account.ts';
import { useProcessDays } from '../../app/components/process-days.tsx';
import { useMethodName } from '../../app/components/use-method-name.ts';
import { useChild } from '../../app/system/use-child.ts';
import { failureText } from '../../i18n/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { formatAmount } from '../../ui/numbers.ts';
import { ArrivalRows, Sum, sumIn } from './arrival.tsx';
import { HoldNote } from './hold.tsx';

/** Asks for confirmation before a withdrawal is sent. */
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
  const arrival = useSelector(withdrawal, selectArrival);
  const currency = useSelector(withdrawal, selectCurrency);
  const shown = currency
    ? sumIn(amount, currency, i18n.locale)
    : formatAmount(amount, i18n.locale, false);
  const cancel = () => withdrawal.send({ type: 'cancel.pressed' });
  return (
    <Dialog
      title={t({
        message: 'Confirm withdrawal',
        comment: 'Title of the dialog that asks before a withdrawal is sent.',
      })}
      onClose={cancel}
    >
      <p className="confirm-amount" style={{ '--signs': shown.length } as CSSProperties}>
        <Sum value={amount} currency={currency} />
      </p>
      {payee ? (
        <p className="confirm-where">
          <bdi translate="no">{methodName}</bdi>
          <bdi dir="ltr" translate="no">
            {shortMaskedAccount(payee.account)}
          </bdi>
          <bdi translate="no">{payee.recipient_name}</bdi>
        </p>
      ) : null}
      {arrival ? (
        <dl className="details">
          <ArrivalRows arrival={arrival} currency={currency} />
        </dl>
      ) : null}
      <ProcessingNotes />
      <FormError error={failure && failureText(failure)} />
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

/** How long the withdrawal is held, then how long its processing takes. */
function ProcessingNotes() {
  const days = useProcessDays();
  return (
    <>
      <HoldNote />
      <p className="card-note">
        <Trans>
          The amount is set aside at once. Processing takes{' '}
          <Plural value={days} one="up to one working day" other="1 to # working days" />.
        </Trans>
      </p>
    </>
  );
}
