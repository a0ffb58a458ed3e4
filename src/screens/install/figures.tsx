import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { AppConfig } from '../../../contract/app-config.ts';
import { selectIsNotLoadedYet, selectValue } from '../../../machines/resource.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { isolate } from '../../ui/isolate.ts';
import { StarIcon } from '../../ui/screen-icons.tsx';

const nothing: AppConfig['marketing'] = {
  users_rewarded: null,
  rating: null,
  ratings: null,
  downloads: null,
  age_rating: null,
  withdrawal_time: null,
};

const useMarketing = () => useSelector(useChild('config'), selectValue)?.marketing ?? nothing;

/**
 * The operator's marketing figures, or the demo's, which are marked as such. Nothing is rendered before they are
 * loaded, because the price would move when they appear.
 */
export function Figures() {
  const { demo, rating, ratings, downloads, age_rating: age } = useMarketing();
  const isAwaited = useSelector(useChild('config'), selectIsNotLoadedYet);
  return (
    <div className="demo-figures">
      {demo && (rating || ratings || downloads || age) ? <DemoMark /> : null}
      {isAwaited ? null : <FigureList />}
    </div>
  );
}

function DemoMark() {
  const { t } = useLingui();
  return (
    <span className="demo-mark">
      {t({
        message: 'Demo data',
        comment:
          'Small mark beside figures such as “4.5” or “500,000+ users rewarded”: they are examples, which nobody claims. Narrow.',
      })}
    </span>
  );
}

/** Each figure that the operator has set, and always the price (free). */
function FigureList() {
  const { t } = useLingui();
  const { rating, ratings: count, downloads, age_rating: age } = useMarketing();
  const ratings = count && isolate(count);
  return (
    <dl className="figures">
      {rating ? (
        <Figure
          label={
            ratings
              ? t({
                  message: `${ratings} ratings`,
                  comment:
                    'Store-like figures under the stars. {ratings}: text set by the operator, such as 12K; plural.',
                })
              : t({
                  message: 'Rating',
                  comment: 'Caption under a figure such as 4.8: the app’s rating. Narrow.',
                })
          }
        >
          <bdi>{rating}</bdi>
          <StarIcon size={14} />
        </Figure>
      ) : null}
      {ratings && !rating ? (
        <Figure
          label={t({
            message: 'Ratings',
            comment: 'Caption under a figure such as 12K: how many people rated the app. Narrow.',
          })}
        >
          <bdi>{count}</bdi>
        </Figure>
      ) : null}
      {downloads ? (
        <Figure
          label={t({
            message: 'Downloads',
            comment: 'Caption under a figure: how often the app was downloaded. Narrow.',
          })}
        >
          <bdi>{downloads}</bdi>
        </Figure>
      ) : null}
      {age ? (
        <Figure
          label={t({
            message: 'Age rating',
            comment: 'Caption under a figure such as 12+: the age that the app is for. Narrow.',
          })}
        >
          <bdi>{age}</bdi>
        </Figure>
      ) : null}
      <Figure
        label={t({
          message: 'To install',
          comment: 'Caption over or under “Free”: installing costs nothing. Narrow.',
        })}
      >
        {t({ message: 'Free', comment: 'Under “To install”: it costs nothing. Narrow.' })}
      </Figure>
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The number of rewarded users, as the operator wrote it. */
export function UsersRewarded() {
  const { users_rewarded: users, demo } = useMarketing();
  if (!users) return null;
  return (
    <p className="card-note">
      <Trans comment="<0>: a number as the operator wrote it, such as 2M+. Rewarded: these people have been paid.">
        <bdi>{users}</bdi> users rewarded
      </Trans>
      {demo ? (
        <>
          {' '}
          <DemoMark />
        </>
      ) : null}
    </p>
  );
}
