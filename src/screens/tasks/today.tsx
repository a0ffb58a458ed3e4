import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { ResourceView } from '../../app/components/resource-view.tsx';
import { paths } from '../../app/system/paths.ts';
import { useChild } from '../../app/system/use-child.ts';
import '../../ui/button.css';
import { Card } from '../../ui/card.tsx';
import { RequirementBar } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/states.tsx';

/** Today's progress: paid videos, and their limit. */
export function Today() {
  const { t } = useLingui();
  return (
    <Card title={t({ message: 'Today', comment: 'Card title, and the end of a chart’s axis.' })}>
      <ResourceView
        resource={useChild('paidToday')}
        waiting={<Skeleton height="37px" />}
        failed={t`Today’s progress could not be loaded.`}
        isOfflineShownElsewhere
      >
        {({ paid, limit }) => (
          <RequirementBar
            label={t({
              message: 'Paid videos',
              comment: 'Label of a count: videos that paid today, such as 3 of 20.',
            })}
            current={paid}
            required={limit}
          />
        )}
      </ResourceView>
      <Link href={paths.feed} className="button button-primary">
        {t({ message: 'Watch a clip', comment: 'Button (verb).' })}
      </Link>
    </Card>
  );
}
