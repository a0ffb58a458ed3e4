import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { authMachine } from '../../../machines/auth.machine.ts';
import type { withdrawInfoMachine } from '../../../machines/withdraw-info.machine.ts';
import type { withdrawalMachine } from '../../../machines/withdrawal.machine.ts';
import { configBlueprint } from '../../app/actors/config.actors.ts';
import { withdrawalBlueprint, withdrawInfoBlueprint } from '../../app/actors/withdraw.actors.ts';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { useMoney } from '../../app/use-money.ts';
import { Screen } from '../../ui/card.tsx';
import { Purse } from '../../ui/purse.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { WithdrawalHistory } from './history.tsx';
import { WithdrawInfoCard } from './info-card.tsx';
import { Stage } from './stage.tsx';
import { type ConfigActor, Tips } from './tips.tsx';
import './withdraw.css';

type Snapshot = SnapshotFrom<typeof withdrawalMachine>;

const selectUser = (state: SnapshotFrom<typeof authMachine>) => state.context.user;
const selectFacts = (state: Snapshot) => state.context.facts;
const isLost = (state: Snapshot) => state.matches('failed');
const isFirstLoad = (state: Snapshot) => state.hasTag('busy') && state.context.facts === null;
const isInfoLoading = (state: SnapshotFrom<typeof withdrawInfoMachine>) => state.matches('loading');
const isConfigLoading = ({ context: { page, failure } }: SnapshotFrom<ConfigActor>) =>
  page === 0 && failure === null;

/** From the balance to a request, and what becomes of it. */
export default function WithdrawScreen() {
  const { t } = useLingui();
  const system = useSystem();
  const { effects, auth } = system;
  const user = useSelector(auth, selectUser);
  const withdrawal = useScreenActor(withdrawalBlueprint(system));
  const info = useScreenActor(withdrawInfoBlueprint(effects, user?.country ?? null));
  const config = useScreenActor(configBlueprint(effects));
  const facts = useSelector(withdrawal, selectFacts);
  // what stands below comes when all that stands above is known: nothing moves
  const awaitsFacts = useSelector(withdrawal, isFirstLoad);
  const awaitsInfo = useSelector(info, isInfoLoading);
  const awaitsConfig = useSelector(config, isConfigLoading);
  const lost = useSelector(withdrawal, isLost);
  const money = useMoney() ?? facts?.config ?? null;
  return (
    <Screen title={t`Withdraw`}>
      {money || !lost ? <Purse money={money} /> : null}
      {awaitsFacts || awaitsInfo ? (
        <Waiting />
      ) : (
        <>
          <Stage withdrawal={withdrawal} info={info} />
          <WithdrawInfoCard info={info} />
          {awaitsConfig ? null : (
            <>
              <Tips config={config} />
              {/* the part that grows comes last and moves nothing */}
              <WithdrawalHistory info={info} />
            </>
          )}
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
