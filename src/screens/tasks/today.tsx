import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { paidTodayBlueprint } from '../../app/actors/tasks.actors.ts';
import { Known } from '../../app/known.tsx';
import { FEED_PATH } from '../../app/path.ts';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import '../../ui/button.css';
import { Card } from '../../ui/card.tsx';
import { RequirementBar } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/states.tsx';

/** How far the day has come: paid videos of as many as can be. */
export function Today() {
  const { t } = useLingui();
  const { effects } = useSystem();
  const today = useScreenActor(paidTodayBlueprint(effects));
  return (
    <Card title={t`Today`}>
      <Known
        fact={today}
        waiting={<Skeleton height="37px" />}
        failed={t`Today’s progress could not be loaded.`}
      >
        {({ paid, limit }) => (
          <RequirementBar label={t`Paid videos`} current={paid} required={limit} />
        )}
      </Known>
      <Link href={FEED_PATH} className="button button-primary">
        {t`Watch a clip`}
      </Link>
    </Card>
  );
}
