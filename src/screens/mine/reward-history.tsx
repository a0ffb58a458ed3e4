import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import type { RewardLog } from '../../../contract/shapes.ts';
import { rewardListBlueprint } from '../../app/actors/mine.actors.ts';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { failureText } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, Failure, Skeleton } from '../../ui/states.tsx';
import { RewardDays } from './reward-days.tsx';

/** Every reward, the newest first; more on demand. */
export function RewardHistory() {
  const { t, i18n } = useLingui();
  const { effects } = useSystem();
  const rewards = useScreenActor(rewardListBlueprint(effects));
  const state = useSelector(rewards, (snapshot) => snapshot);
  const { items, failure } = state.context;
  const isBusy = state.hasTag('busy');
  return (
    <Card title={t`Reward history`}>
      <List items={items} isBusy={isBusy} isComplete={state.hasTag('settled')} />
      {state.matches('failed') ? (
        <Failure
          title={i18n._(failureText(failure ?? { kind: 'timeout' }))}
          onRetry={() => rewards.send({ type: 'retry.pressed' })}
        />
      ) : null}
      {items.length > 0 && (state.matches('shown') || isBusy) ? (
        <Button look="tonal" busy={isBusy} onClick={() => rewards.send({ type: 'end.reached' })}>
          {t`Show more`}
        </Button>
      ) : null}
    </Card>
  );
}

interface ListProps {
  items: readonly RewardLog[];
  isBusy: boolean;
  isComplete: boolean;
}

function List({ items, isBusy, isComplete }: ListProps) {
  const { t } = useLingui();
  if (items.length === 0 && isBusy) return <Waiting />;
  if (items.length === 0 && isComplete) {
    return (
      <EmptyState
        title={t`No rewards yet`}
        action={
          <Link href="/" className="button button-tonal">
            {t`Watch a clip`}
          </Link>
        }
      >
        {t`Watch a clip to the end of its ring and your first reward appears here.`}
      </EmptyState>
    );
  }
  return <RewardDays items={items} />;
}

function Waiting() {
  return (
    <div className="rows" aria-busy="true">
      {[0, 1, 2].map((row) => (
        <div key={row} className="row">
          <Skeleton width="28px" height="28px" round />
          <span className="row-main rewards-waiting">
            <Skeleton width="55%" />
            <Skeleton width="35%" height="0.8em" />
          </span>
          <Skeleton width="3em" />
        </div>
      ))}
    </div>
  );
}
