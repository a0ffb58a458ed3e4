import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { CSSProperties } from 'react';
import type { DayEarned } from '../../../machines/app/resources.ts';
import { selectIsOfflineAndEmpty } from '../../../machines/resource.selectors.ts';
import { shareOfLargest, sumOf } from '../../app/components/earnings.ts';
import { ResourceView } from '../../app/components/resource-view.tsx';
import { useChild } from '../../app/system/use-child.ts';
import { Amount } from '../../ui/amount.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';

/** Earnings of the last days, one bar per day. */
export function Earnings() {
  const { t } = useLingui();
  const earnings = useChild('earnings');
  if (useSelector(earnings, selectIsOfflineAndEmpty)) return null;
  return (
    <Card
      title={t({ message: 'Earnings', comment: 'Title of a chart: what the user has earned.' })}
    >
      <ResourceView
        resource={earnings}
        waiting={<EarningsSkeleton />}
        failed={t`Your earnings could not be loaded.`}
      >
        {(days) => <Chart days={days} />}
      </ResourceView>
    </Card>
  );
}

function EarningsSkeleton() {
  return (
    <div className="earnings">
      <p className="earnings-sum">
        <Skeleton width="5em" height="1.25em" />
      </p>
      <Skeleton height="147px" />
    </div>
  );
}

function Chart({ days }: { days: readonly DayEarned[] }) {
  const { i18n } = useLingui();
  const count = days.length;
  const asDay = (day: string) =>
    i18n.date(day, { timeZone: 'UTC', day: 'numeric', month: 'short' });
  return (
    <figure className="earnings">
      <figcaption>
        <strong className="earnings-sum">
          <Amount value={sumOf(days)} gained />
        </strong>
        <span className="row-note">
          <Plural
            comment="Under the sum earned: the time that the chart shows."
            value={count}
            one="in the last day"
            other="in the last # days"
          />
        </span>
      </figcaption>
      <div className="earnings-bars" aria-hidden="true">
        {shareOfLargest(days).map(({ day, share }) => (
          <span key={day} style={{ '--share': share } as CSSProperties} />
        ))}
      </div>
      <p className="earnings-ends row-note" aria-hidden="true">
        <span>{asDay(days[0]?.day ?? '')}</span>
        <span>
          <Trans>Today</Trans>
        </span>
      </p>
      <Table days={days} />
    </figure>
  );
}

/** The earnings as a table, for screen readers. */
function Table({ days }: { days: readonly DayEarned[] }) {
  const { t, i18n } = useLingui();
  return (
    // a box around the table: Firefox draws a table's caption outside its clipped area
    <div className="visually-hidden">
      <table>
        <caption>
          {t({
            message: 'Earnings by day',
            comment: 'Title of a chart (noun): the money earned on each day.',
          })}
        </caption>
        <thead>
          <tr>
            <th scope="col">
              {t({ message: 'Day', comment: 'Head of a table column: the date.' })}
            </th>
            <th scope="col">{t`Amount`}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, amount }) => (
            <tr key={day}>
              <th scope="row">{i18n.date(day, { timeZone: 'UTC', dateStyle: 'medium' })}</th>
              <td>
                <Amount value={amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
