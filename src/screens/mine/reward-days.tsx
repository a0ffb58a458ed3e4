import { useLingui } from '@lingui/react/macro';
import type { RewardLog } from '../../../contract/shapes.ts';
import { utcDay } from '../../app/components/utc-day.ts';
import { rewardTexts } from '../../i18n/messages.ts';
import { Amount } from '../../ui/amount.tsx';
import { CoinIcon } from '../../ui/icons.tsx';

/** Rewards, grouped by day. */
export function RewardDays({ items }: { items: readonly RewardLog[] }) {
  const { t, i18n } = useLingui();
  return (
    <div className="rewards">
      {byDay(items).map(([day, rewards]) => (
        <section key={day}>
          <h3>{i18n.date(day, { timeZone: 'UTC', dateStyle: 'medium' })}</h3>
          <ul className="rows">
            {rewards.map((reward) => (
              <Reward key={reward.id} {...reward} />
            ))}
          </ul>
        </section>
      ))}
      <p className="card-note">
        {t({
          message: 'Days and times are in UTC.',
          comment: 'UTC: the time zone, kept as it is.',
        })}
      </p>
    </div>
  );
}

/** Rewards grouped by UTC day, as limits count, in the order of the list. */
function byDay(items: readonly RewardLog[]): [string, RewardLog[]][] {
  return [...Map.groupBy(items, ({ created_at }) => utcDay(Date.parse(created_at)))];
}

function Reward({ type, detail, amount, created_at }: RewardLog) {
  const { i18n } = useLingui();
  const time = i18n.date(created_at, { timeZone: 'UTC', timeStyle: 'short' });
  return (
    <li className="row">
      <CoinIcon className="reward-coin" size={28} />
      <span className="row-main">
        <span>{i18n._(rewardTexts[type])}</span>
        <span className="row-note">
          {detail ? (
            <>
              <bdi className="ellipsis">{detail}</bdi> ·{' '}
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
