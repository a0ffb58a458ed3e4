import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { withdrawalMachine } from '../../../machines/withdrawal.machine.ts';
import { LoadFailure } from '../../app/load-failure.tsx';
import { useMethodName } from '../../app/use-method-name.ts';
import { AmountForm } from './amount-form.tsx';
import { Conditions } from './conditions.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { WithdrawInfoActor } from './info-form.tsx';
import { PendingWithdrawal, SettledWithdrawal } from './pending.tsx';

type Snapshot = SnapshotFrom<typeof withdrawalMachine>;
export type WithdrawalActor = ActorRefFrom<typeof withdrawalMachine>;

interface StageProps {
  withdrawal: WithdrawalActor;
  info: WithdrawInfoActor;
}

/** While the facts are asked for again, what they said before stays on the screen. */
const isSameSight = (shown: Snapshot, next: Snapshot) =>
  shown === next || (next.matches('loading') && next.context.facts !== null);

/** What can be done now, and what is asked for before. */
export function Stage({ withdrawal, info }: StageProps) {
  const state = useSelector(withdrawal, (snapshot) => snapshot, isSameSight);
  const { facts } = state.context;
  return (
    <>
      <NextStep withdrawal={withdrawal} info={info} state={state} />
      {facts && !state.matches('failed') ? (
        <Conditions
          // where it is all that is left, it takes the focus from what stood above it
          key={`${state.hasTag('blocked')}`}
          facts={facts}
          onCheck={() => withdrawal.send({ type: 'facts.outdated' })}
        />
      ) : null}
    </>
  );
}

/** Ask for money, wait for it, or nothing yet. */
function NextStep({ withdrawal, info, state }: StageProps & { state: Snapshot }) {
  const { t } = useLingui();
  const { withdrawal: request, failure, facts } = state.context;
  const methodName = useMethodName(info, request?.method);
  if (state.matches('failed')) {
    return (
      <div className="card">
        <LoadFailure
          title={t`Your balance and the conditions could not be loaded.`}
          failure={failure}
          onRetry={() => withdrawal.send({ type: 'retry.pressed' })}
        />
      </div>
    );
  }
  // the cards below say what is missing
  if (state.hasTag('blocked')) return null;
  if (state.matches('pending') && request) {
    return <PendingWithdrawal withdrawal={request} methodName={methodName} />;
  }
  if (state.hasTag('settled') && request) {
    return (
      <SettledWithdrawal
        withdrawal={request}
        methodName={methodName}
        onDone={() => withdrawal.send({ type: 'done.pressed' })}
      />
    );
  }
  if (facts === null) return null;
  return (
    <>
      <AmountForm withdrawal={withdrawal} />
      <ConfirmDialog withdrawal={withdrawal} info={info} />
    </>
  );
}
