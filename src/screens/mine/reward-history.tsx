import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import type { RewardLog } from '../../../contract/shapes.ts';
import { rewardListBlueprint } from '../../app/actors/mine.actors.ts';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { failureText, rewardTexts } from '../../i18n/messages.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CoinIcon } from '../../ui/icons.tsx';
import { EmptyState, Failure, Skeleton } from '../../ui/states.tsx';

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
  const { t, i18n } = useLingui();
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
  return (
    <div className="rewards">
      {byDay(items, i18n.locale).map(([day, rewards]) => (
        <section key={day}>
          <h3>{day}</h3>
          <ul className="rows">
            {rewards.map((reward) => (
              <Reward key={reward.id} {...reward} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Rewards under the reader's own calendar days, in the order in which they came. */
function byDay(items: readonly RewardLog[], locale: string): [string, RewardLog[]][] {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  return [...Map.groupBy(items, ({ created_at }) => format.format(new Date(created_at)))];
}

function Reward({ type, detail, amount, created_at }: RewardLog) {
  const { i18n } = useLingui();
  const time = i18n.date(created_at, { timeStyle: 'short' });
  return (
    <li className="row">
      <CoinIcon className="reward-coin" size={28} />
      <span className="row-main">
        <span>{i18n._(rewardTexts[type])}</span>
        <span className="row-note">
          {detail ? (
            <>
              <bdi>{detail}</bdi> ·{' '}
            </>
          ) : null}
          <time dateTime={created_at}>{time}</time>
        </span>
      </span>
      <strong className="reward-amount">
        <Amount value={amount} gained />
      </strong>
    </li>
  );
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
