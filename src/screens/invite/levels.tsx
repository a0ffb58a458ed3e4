import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { AppConfig } from '../../../contract/app-config.ts';
import { selectIsOfflineAndEmpty } from '../../../machines/resource.selectors.ts';
import { ResourceView } from '../../app/components/resource-view.tsx';
import { useChild } from '../../app/system/use-child.ts';
import { Card } from '../../ui/card.tsx';
import { PersonIcon } from '../../ui/icons.tsx';
import { formatAmount, formatOf } from '../../ui/numbers.ts';
import { Skeleton } from '../../ui/states.tsx';
import { LevelMark } from './level-mark.tsx';

/** The commission rates of the three levels, and when the reward for a friend is paid to the inviter. */
export function Levels() {
  const { t } = useLingui();
  const config = useChild('config');
  if (useSelector(config, selectIsOfflineAndEmpty)) return null;
  return (
    <Card title={t`What your friends bring`}>
      <ResourceView
        resource={config}
        waiting={<Skeleton height="328px" />}
        failed={t({
          message: 'The rates could not be loaded.',
          comment: 'Rates: the percentages of the three levels.',
        })}
      >
        {(known) => <Rates {...known} />}
      </ResourceView>
    </Card>
  );
}

const LONG_DAYS = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;

function Rates({
  commission_rates,
  rewards,
  release_after_videos: clips = 0,
  promise_days: days = 0,
}: AppConfig) {
  const { t, i18n } = useLingui();
  const words = [
    t({ message: 'Friends you invite', comment: 'First step of a picture of three levels.' }),
    t({
      message: 'Friends they invite',
      comment:
        'Second step of a picture, after “Friends you invite”: friends whom these friends invite.',
    }),
    t({
      message: 'And friends of those',
      comment: 'Third step of a picture, after “Friends you invite” and “Friends they invite”.',
    }),
  ];
  const time = formatOf(i18n.locale, LONG_DAYS).format(days);
  const amount = formatAmount(rewards.invite, i18n.locale, true);
  return (
    <>
      <ol className="levels">
        {words.map((word, index) => (
          <li key={word} className={`beside level level-${index + 1}`}>
            <LevelMark level={index + 1} />
            <span className="row-main">
              <span>{word}</span>
              <span className="level-people" aria-hidden="true">
                {Array.from({ length: 3 ** index }, (_, person) => person).map((person) => (
                  <PersonIcon key={person} size={16} />
                ))}
              </span>
            </span>
            <strong className="level-share">
              {i18n.number(Number(commission_rates[index]), {
                style: 'percent',
                maximumFractionDigits: 2,
              })}
            </strong>
          </li>
        ))}
      </ol>
      <p className="card-note">
        <Trans comment="This share: the percentage shown above. {amount}: a sum with its plus sign.">
          When a friend joins, you receive this share of their welcome bonus, and {amount} for each
          friend whom you invite yourself. It does not make their bonus smaller.
        </Trans>
        {clips > 0 ? (
          <>
            {' '}
            <Plural
              comment="Both: the share of the welcome bonus, and the sum for a friend whom you invite yourself, in the sentences before."
              value={clips}
              one="Both are paid when your friend has watched # paid clip."
              other="Both are paid when your friend has watched # paid clips."
            />
          </>
        ) : null}
        {clips > 0 && days > 0 ? (
          <>
            {' '}
            <Trans comment="{time}: a length of time, such as “90 days”.">
              A friend who watches no clip for {time} brings nothing any more.
            </Trans>
          </>
        ) : null}
      </p>
    </>
  );
}
