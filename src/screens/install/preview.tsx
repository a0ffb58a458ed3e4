import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { compareMoney } from '../../../contract/money.ts';
import { selectValue } from '../../../machines/resource.selectors.ts';
import { ProcessTime } from '../../app/components/process-days.tsx';
import { useChild } from '../../app/system/use-child.ts';
import { Amount } from '../../ui/amount.tsx';
import { CoinIcon, InviteIcon, PersonIcon, PurseIcon, ShareIcon } from '../../ui/icons.tsx';
import { Timeline } from '../../ui/progress.tsx';
import { RewardRing } from '../../ui/reward-ring.tsx';
import { DownloadIcon } from '../../ui/screen-icons.tsx';

/** Three pictures of the app, drawn with its own components and the operator's own figures. */
export function Preview() {
  const { t } = useLingui();
  return (
    <div className="preview">
      <ul
        className="preview-row"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
        tabIndex={0}
        aria-label={t({
          message: 'Preview',
          comment: 'Name of a row of pictures of the app, for screen readers (noun).',
        })}
      >
        <Phone
          caption={t({ message: 'Watch and earn', comment: 'Caption of a picture of the app.' })}
        >
          <Clip />
        </Phone>
        <Phone caption={t`More ways to earn`}>
          <Rewards />
        </Phone>
        <Phone
          caption={t({
            message: 'Paid out to you',
            comment: 'Caption of a picture: how a withdrawal reaches the user.',
          })}
        >
          <Payout />
        </Phone>
      </ul>
    </div>
  );
}

function Phone({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <li className="preview-item">
      <figure>
        <div className="phone" aria-hidden="true">
          {children}
        </div>
        <figcaption>{caption}</figcaption>
      </figure>
    </li>
  );
}

/** The feed, with its first clip. */
function Clip() {
  const clip = useSelector(useChild('sampleClip'), selectValue);
  if (!clip) return <div className="phone-clip" />;
  return (
    <div className="phone-clip">
      <img className="cover" src={clip.poster} alt="" />
      <RewardRing fraction={0.7} reward={clip.reward} phase="filling" />
      <p>
        <strong className="clamped">
          <bdi>{clip.title}</bdi>
        </strong>
        <span className="ellipsis">
          <bdi>{clip.author}</bdi>
        </span>
      </p>
    </div>
  );
}

function Rewards() {
  const { t } = useLingui();
  const rewards = useSelector(useChild('config'), selectValue)?.rewards;
  const rows = [
    { Icon: PersonIcon, name: t`Register`, amount: rewards?.registration },
    {
      Icon: InviteIcon,
      name: t({ message: 'Invite a friend', comment: 'In a list of rewards, beside its sum.' }),
      amount: rewards?.invite,
    },
    { Icon: DownloadIcon, name: t`Download the app`, amount: rewards?.download_app },
    { Icon: ShareIcon, name: t`Share once a day`, amount: rewards?.share },
  ];
  const given = rows.filter(({ amount }) => amount === undefined || compareMoney(amount, '0') > 0);
  return (
    <ul className="phone-rewards">
      {given.map(({ Icon, name, amount }) => (
        <li key={name} className="phone-reward">
          <Icon size={20} className="phone-reward-icon" />
          <span>{name}</span>
          <strong>
            <CoinIcon size={14} />
            {amount === undefined ? null : <Amount value={amount} gained />}
          </strong>
        </li>
      ))}
    </ul>
  );
}

function Payout() {
  const { t } = useLingui();
  return (
    <div className="phone-payout">
      <PurseIcon size={44} className="phone-payout-icon" />
      <Timeline
        steps={[
          { state: 'done', title: t`Requested` },
          { state: 'current', title: t`In process`, note: <ProcessTime /> },
          { state: 'ahead', title: t`Paid` },
        ]}
      />
    </div>
  );
}
