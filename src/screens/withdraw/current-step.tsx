import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectUser } from '../../../machines/auth/auth.selectors.ts';
import { selectInfo, selectInfoStep } from '../../../machines/withdraw-info.selectors.ts';
import {
  type Step,
  selectFailure,
  selectPermission,
  selectRequest,
  selectStep,
  selectTerms,
} from '../../../machines/withdrawal/withdrawal.selectors.ts';
import { LoadFailure } from '../../app/components/load-failure.tsx';
import { Offline } from '../../app/components/offline.tsx';
import { useMethodName } from '../../app/components/use-method-name.ts';
import { useChild } from '../../app/system/use-child.ts';
import { AmountForm } from './amount-form.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { Conditions } from './conditions.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { PendingWithdrawal, SettledWithdrawal } from './pending.tsx';
import { useShown } from './use-shown.ts';

type Snapshot = ReturnType<typeof useShown>;

/** The current step of a withdrawal, and its conditions. */
export function CurrentStep() {
  const withdrawal = useChild('withdrawal');
  const state = useShown();
  const withdrawInfo = useChild('withdrawInfo');
  const isPayable = useSelector(withdrawInfo, selectInfo) !== null;
  const isUnknown = useSelector(withdrawInfo, selectInfoStep) === 'failed';
  const known = selectStep(state);
  // without a payee, no request is possible
  const step = !isPayable && (known === 'editing' || known === 'reloading') ? 'blocked' : known;
  const terms = selectTerms(state);
  return (
    <>
      <NextStep state={state} step={step} />
      {terms && step !== 'failed' && step !== 'offline' ? (
        <Conditions
          // a new key mounts the card again, so that it takes the focus of the removed card above it
          key={`${step === 'blocked'}`}
          terms={terms}
          permission={selectPermission(state)}
          isUnset={!isPayable && !isUnknown}
          // only in the step `blocked`; in other steps the machine checks the conditions by itself
          onCheck={step === 'blocked' ? () => withdrawal.send({ type: 'check.pressed' }) : null}
        />
      ) : null}
    </>
  );
}

/** Offline notice; hidden while a balance is shown, because the note below the balance says the same. */
function OfflineNotice() {
  const withdrawal = useChild('withdrawal');
  const isBalanceShown = useSelector(useChild('auth'), selectUser) !== null;
  if (isBalanceShown) return null;
  return (
    <div className="card">
      <Offline onRetry={() => withdrawal.send({ type: 'retry.pressed' })} />
    </div>
  );
}

/** The form for a request, the request in process, its outcome, or a failure; hidden while a condition is unmet. */
function NextStep({ state, step }: { state: Snapshot; step: Step }) {
  const { t } = useLingui();
  const withdrawal = useChild('withdrawal');
  const request = selectRequest(state);
  const methodName = useMethodName(request?.method);
  if (step === 'failed') {
    return (
      <div className="card">
        <LoadFailure
          title={t`Your balance and the conditions could not be loaded.`}
          failure={selectFailure(state)}
          onRetry={() => withdrawal.send({ type: 'retry.pressed' })}
        />
      </div>
    );
  }
  if (step === 'offline') return <OfflineNotice />;
  // the cards below show the unmet conditions
  if (step === 'blocked') return null;
  if (step === 'pending' && request) {
    return (
      <>
        <PendingWithdrawal
          withdrawal={request}
          methodName={methodName}
          onCancel={() => withdrawal.send({ type: 'cancellation.pressed' })}
        />
        <CancelDialog request={request} />
      </>
    );
  }
  if (step === 'settled' && request) {
    return (
      <SettledWithdrawal
        withdrawal={request}
        methodName={methodName}
        onDone={() => withdrawal.send({ type: 'done.pressed' })}
      />
    );
  }
  if (selectTerms(state) === null) return null;
  return (
    <>
      <AmountForm />
      <ConfirmDialog />
    </>
  );
}
