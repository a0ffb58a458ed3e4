import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { sampleClipBlueprint } from '../../app/actors/install.actors.ts';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { Amount } from '../../ui/amount.tsx';
import {
  CoinIcon,
  DownloadIcon,
  InviteIcon,
  PersonIcon,
  PurseIcon,
  ShareIcon,
} from '../../ui/icons.tsx';
import { Timeline } from '../../ui/progress.tsx';
import { RewardRing } from '../../ui/reward-ring.tsx';
import type { ConfigActor } from './figures.tsx';

/** The app in three pictures, drawn from its own parts and the operator's own figures. */
export function Preview({ config }: { config: ConfigActor }) {
  const { t } = useLingui();
  return (
    <div className="preview">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard */}
      <ul className="preview-row" tabIndex={0} aria-label={t`Preview`}>
        <Phone caption={t`Watch and earn`}>
          <Clip />
        </Phone>
        <Phone caption={t`More ways to earn`}>
          <Rewards config={config} />
        </Phone>
        <Phone caption={t`Paid out to you`}>
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

/** The feed, by its first clip. */
function Clip() {
  const { effects } = useSystem();
  const clip = useSelector(
    useScreenActor(sampleClipBlueprint(effects)),
    ({ context }) => context.items[0],
  );
  if (!clip) return <div className="phone-clip" />;
  return (
    <div className="phone-clip">
      <img src={clip.poster} alt="" />
      <RewardRing fraction={0.7} reward={clip.reward} phase="filling" />
      <p>
        <strong>{clip.title}</strong>
        <span>{clip.author}</span>
      </p>
    </div>
  );
}

function Rewards({ config }: { config: ConfigActor }) {
  const { t } = useLingui();
  const rewards = useSelector(config, ({ context }) => context.items[0]?.rewards);
  const rows = [
    { Icon: PersonIcon, name: t`Register`, amount: rewards?.registration },
    { Icon: InviteIcon, name: t`Invite a friend`, amount: rewards?.invite },
    { Icon: DownloadIcon, name: t`Download the app`, amount: rewards?.download_app },
    { Icon: ShareIcon, name: t`Share once a day`, amount: rewards?.share },
  ];
  return (
    <ul className="phone-rewards">
      {rows.map(({ Icon, name, amount }) => (
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
          { state: 'current', title: t`In process`, note: t`Takes 1 to 3 working days` },
          { state: 'ahead', title: t`Paid` },
        ]}
      />
    </div>
  );
}
