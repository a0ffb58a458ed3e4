import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { AppConfig } from '../../../contract/shapes.ts';
import type { ListMachine } from '../../app/actors/list.actors.ts';
import { StarIcon } from '../../ui/icons.tsx';

export type ConfigActor = ActorRefFrom<ListMachine<AppConfig>>;

const nothing: AppConfig['marketing'] = {
  users_rewarded: null,
  rating: null,
  ratings: null,
  downloads: null,
  age_rating: null,
  withdrawal_time: null,
};

const selectClaims = ({ context }: SnapshotFrom<ListMachine<AppConfig>>) =>
  context.items[0]?.marketing ?? nothing;

/** What the operator claims of the app, each only where it is claimed; the price is none. */
export function Figures({ config }: { config: ConfigActor }) {
  const { t } = useLingui();
  const { rating, ratings, downloads, age_rating: age } = useSelector(config, selectClaims);
  return (
    <dl className="figures">
      {rating ? (
        <Figure label={ratings ? t`${ratings} ratings` : t`Rating`}>
          <bdi>{rating}</bdi>
          <StarIcon size={14} />
        </Figure>
      ) : null}
      {ratings && !rating ? (
        <Figure label={t`Ratings`}>
          <bdi>{ratings}</bdi>
        </Figure>
      ) : null}
      {downloads ? (
        <Figure label={t`Downloads`}>
          <bdi>{downloads}</bdi>
        </Figure>
      ) : null}
      {age ? (
        <Figure label={t`Age rating`}>
          <bdi>{age}</bdi>
        </Figure>
      ) : null}
      <Figure label={t`To install`}>{t`Free`}</Figure>
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

/** How many were rewarded, in the operator's words. */
export function UsersRewarded({ config }: { config: ConfigActor }) {
  const { users_rewarded: users } = useSelector(config, selectClaims);
  if (!users) return null;
  return (
    <p className="card-note">
      <Trans>
        <bdi>{users}</bdi> users rewarded
      </Trans>
    </p>
  );
}
