import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { withdrawalMachine } from '../../../machines/withdrawal.machine.ts';
import { useMethodName } from '../../app/use-method-name.ts';
import { failureText } from '../../i18n/messages.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { WithdrawInfoActor } from './info-form.tsx';
import type { WithdrawalActor } from './stage.tsx';

type Snapshot = SnapshotFrom<typeof withdrawalMachine>;
const selectIsOpen = (state: Snapshot) =>
  state.matches('confirming') || state.matches('submitting');
const selectAmount = (state: Snapshot) => state.context.amount;
const selectFailure = (state: Snapshot) => state.context.failure;
const selectIsBusy = (state: Snapshot) => state.hasTag('busy');

interface ConfirmProps {
  withdrawal: WithdrawalActor;
  info: WithdrawInfoActor;
}

/** The last look before money moves. */
export function ConfirmDialog(props: ConfirmProps) {
  return useSelector(props.withdrawal, selectIsOpen) ? <Confirmation {...props} /> : null;
}

function Confirmation({ withdrawal, info }: ConfirmProps) {
  const { t, i18n } = useLingui();
  const payee = useSelector(info, ({ context }) => context.info);
  const methodName = useMethodName(info, payee?.method);
  const amount = useSelector(withdrawal, selectAmount);
  const failure = useSelector(withdrawal, selectFailure);
  const isBusy = useSelector(withdrawal, selectIsBusy);
  const cancel = () => withdrawal.send({ type: 'cancel.pressed' });
  return (
    <Dialog title={t`Confirm withdrawal`} onClose={cancel}>
      <p className="confirm-amount">
        <Amount value={amount} />
      </p>
      {payee ? (
        <p className="confirm-where">
          <span>{methodName}</span>
          <bdi>{payee.account}</bdi>
          <bdi>{payee.recipient_name}</bdi>
        </p>
      ) : null}
      <p className="card-note">{t`The amount is set aside at once. Processing takes 1 to 3 working days.`}</p>
      {failure ? (
        <p className="field-error" role="alert">
          {i18n._(failureText(failure))}
        </p>
      ) : null}
      <div className="dialog-actions">
        <Button look="tonal" aria-disabled={isBusy || undefined} onClick={cancel}>
          {t`Cancel`}
        </Button>
        <Button busy={isBusy} onClick={() => withdrawal.send({ type: 'confirm.pressed' })}>
          {t`Confirm`}
        </Button>
      </div>
    </Dialog>
  );
}
