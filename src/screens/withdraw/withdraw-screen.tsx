import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { authMachine } from '../../../machines/auth.machine.ts';
import type { withdrawInfoMachine } from '../../../machines/withdraw-info.machine.ts';
import type { withdrawalMachine } from '../../../machines/withdrawal.machine.ts';
import { withdrawalBlueprint, withdrawInfoBlueprint } from '../../app/actors/withdraw.actors.ts';
import { LoadFailure } from '../../app/load-failure.tsx';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { useMethodName } from '../../app/use-method-name.ts';
import { Screen } from '../../ui/card.tsx';
import { Purse } from '../../ui/purse.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { AmountForm } from './amount-form.tsx';
import { Blocked } from './blocked.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { WithdrawalHistory } from './history.tsx';
import { WithdrawInfoCard } from './info-card.tsx';
import type { WithdrawInfoActor } from './info-form.tsx';
import { PendingWithdrawal, SettledWithdrawal } from './pending.tsx';
import { Tips } from './tips.tsx';
import './withdraw.css';

type Snapshot = SnapshotFrom<typeof withdrawalMachine>;
export type WithdrawalActor = ActorRefFrom<typeof withdrawalMachine>;

const selectUser = (state: SnapshotFrom<typeof authMachine>) => state.context.user;
const selectFacts = (state: Snapshot) => state.context.facts;
const isFirstLoad = (state: Snapshot) => state.hasTag('busy') && state.context.facts === null;
const isLost = (state: Snapshot) => state.matches('failed');
const isInfoLoading = (state: SnapshotFrom<typeof withdrawInfoMachine>) => state.matches('loading');
/** While the facts are asked for again, what they said before stays on the screen. */
const isSameSight = (shown: Snapshot, next: Snapshot) =>
  shown === next || (next.matches('loading') && next.context.facts !== null);

/** From the balance to a request, and what becomes of it. */
export default function WithdrawScreen() {
  const { t } = useLingui();
  const system = useSystem();
  const { effects, auth } = system;
  const user = useSelector(auth, selectUser);
  const withdrawal = useScreenActor(withdrawalBlueprint(system));
  const info = useScreenActor(withdrawInfoBlueprint(effects, user?.country ?? null));
  const facts = useSelector(withdrawal, selectFacts);
  // what stands below comes when all that stands above is known: nothing moves
  const awaitsFacts = useSelector(withdrawal, isFirstLoad);
  const awaitsInfo = useSelector(info, isInfoLoading);
  const lost = useSelector(withdrawal, isLost);
  const money = user ?? facts?.config ?? null;
  return (
    <Screen title={t`Withdraw`}>
      {money || !lost ? <Purse money={money} /> : null}
      {awaitsFacts || awaitsInfo ? (
        <Waiting />
      ) : (
        <>
          <Stage withdrawal={withdrawal} info={info} />
          <WithdrawInfoCard info={info} />
          <Tips />
          {/* the part that grows comes last and moves nothing */}
          <WithdrawalHistory info={info} />
        </>
      )}
    </Screen>
  );
}

function Waiting() {
  return (
    <div className="card" aria-busy="true">
      <Skeleton width="5em" />
      <Skeleton height="60px" />
      <Skeleton height="48px" round />
    </div>
  );
}

interface StageProps {
  withdrawal: WithdrawalActor;
  info: WithdrawInfoActor;
}

/** What can be done now: ask for money, wait for it, or see what is missing. */
function Stage({ withdrawal, info }: StageProps) {
  const { t } = useLingui();
  const state = useSelector(withdrawal, (snapshot) => snapshot, isSameSight);
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
  if (state.hasTag('blocked')) {
    return <Blocked state={state} onCheck={() => withdrawal.send({ type: 'facts.outdated' })} />;
  }
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
