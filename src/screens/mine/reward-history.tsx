import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { rewardListBlueprint } from '../../app/actors/mine.actors.ts';
import { PagedList } from '../../app/paged-list.tsx';
import { FEED_PATH } from '../../app/path.ts';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { RewardDays } from './reward-days.tsx';

/** Every reward, the newest first; more on demand. */
export function RewardHistory() {
  const { t } = useLingui();
  const { effects } = useSystem();
  const rewards = useScreenActor(rewardListBlueprint(effects));
  return (
    <Card title={t`Reward history`}>
      <PagedList list={rewards} failed={t`Your rewards could not be loaded.`} empty={<NoRewards />}>
        {(items) => <RewardDays items={items} />}
      </PagedList>
    </Card>
  );
}

function NoRewards() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`No rewards yet`}
      action={
        <Link href={FEED_PATH} className="button button-tonal">
          {t`Watch a clip`}
        </Link>
      }
    >
      {t`Watch a clip to the end of its ring and your first reward appears here.`}
    </EmptyState>
  );
}
