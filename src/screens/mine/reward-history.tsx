import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { selectIsOfflineAndEmpty } from '../../../machines/list.selectors.ts';
import { PagedList } from '../../app/components/paged-list.tsx';
import { paths } from '../../app/system/paths.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { RewardDays } from './reward-days.tsx';

/** Every reward, the newest first; more on demand. */
export function RewardHistory() {
  const { t } = useLingui();
  const rewards = useChild('rewards');
  if (useSelector(rewards, selectIsOfflineAndEmpty)) return null;
  return (
    <Card
      title={t({
        message: 'Reward history',
        comment: 'Title of a list (noun): the rewards that a person has received.',
      })}
    >
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
        <Link href={paths.feed} className="button button-tonal">
          {t`Watch a clip`}
        </Link>
      }
    >
      {t`Watch a clip to the end of its ring and your first reward appears here.`}
    </EmptyState>
  );
}
