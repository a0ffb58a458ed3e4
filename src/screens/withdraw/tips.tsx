import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { AppConfig } from '../../../contract/shapes.ts';
import type { ListMachine } from '../../app/actors/list.actors.ts';
import { INSTALL_PATH } from '../../app/path.ts';
import { Card } from '../../ui/card.tsx';
import { ClockIcon, CoinIcon, DownloadIcon, PurseIcon, RetryIcon } from '../../ui/icons.tsx';

export type ConfigActor = ActorRefFrom<ListMachine<AppConfig>>;

const selectClaim = ({ context }: SnapshotFrom<ListMachine<AppConfig>>) =>
  context.items[0]?.marketing.withdrawal_time ?? null;

/** What people ask about withdrawing, before they ask. */
export function Tips({ config }: { config: ConfigActor }) {
  const { t } = useLingui();
  const time = useSelector(config, selectClaim);
  const plain = [
    { Icon: ClockIcon, text: t`A withdrawal is processed in 1 to 3 working days.` },
    { Icon: PurseIcon, text: t`You can have one withdrawal in process at a time.` },
    { Icon: RetryIcon, text: t`If it is rejected, the amount returns to your balance.` },
  ];
  return (
    <Card title={t`Good to know`}>
      <ul className="tips">
        {time ? (
          <Tip icon={<CoinIcon size={20} />}>
            <Trans>
              Withdrawal is possible within <bdi>{time}</bdi>.
            </Trans>
          </Tip>
        ) : null}
        {plain.map(({ Icon, text }) => (
          <Tip key={text} icon={<Icon size={20} />}>
            {text}
          </Tip>
        ))}
        <Tip icon={<DownloadIcon size={20} />}>
          {t`You can complete your withdrawal in the installed app, too.`}
          <Link href={INSTALL_PATH} className="tip-way">
            {t`About the app`}
          </Link>
        </Tip>
      </ul>
    </Card>
  );
}

function Tip({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  );
}
