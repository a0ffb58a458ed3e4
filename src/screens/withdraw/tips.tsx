import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { selectValue } from '../../../machines/resource.selectors.ts';
import { durationIn } from '../../app/components/length-of-time.ts';
import { useProcessDays } from '../../app/components/process-days.tsx';
import { paths } from '../../app/system/paths.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Card } from '../../ui/card.tsx';
import { CoinIcon, PurseIcon, RetryIcon } from '../../ui/icons.tsx';
import { ClockIcon, DownloadIcon } from '../../ui/screen-icons.tsx';

/** Answers to common questions about withdrawals. */
export function Tips() {
  const { t, i18n } = useLingui();
  const claimed = useSelector(useChild('config'), selectValue)?.marketing.withdrawal_time;
  const time = claimed && durationIn(i18n.locale, claimed);
  const days = useProcessDays();
  const plain = [
    { Icon: PurseIcon, text: t`You can have one withdrawal in process at a time.` },
    {
      Icon: RetryIcon,
      text: t({
        message: 'If it is rejected, the amount returns to your balance.',
        comment: 'It: the withdrawal.',
      }),
    },
  ];
  return (
    <Card title={t({ message: 'Good to know', comment: 'Title of a card with tips.' })}>
      <ul className="tips">
        {time ? (
          <Tip icon={<CoinIcon size={20} />}>
            <Trans comment="{time}: a length of time, such as “24 hours”, in your language; perhaps a text of the operator in another one.">
              Withdrawal is possible within <bdi>{time}</bdi>.
            </Trans>
          </Tip>
        ) : null}
        <Tip icon={<ClockIcon size={20} />}>
          <Plural
            value={days}
            one="A withdrawal is processed within one working day."
            other="A withdrawal is processed in 1 to # working days."
          />
        </Tip>
        {plain.map(({ Icon, text }) => (
          <Tip key={text} icon={<Icon size={20} />}>
            {text}
          </Tip>
        ))}
        <Tip icon={<DownloadIcon size={20} />}>
          {t`You can complete your withdrawal in the installed app, too.`}
          <Link href={paths.install} className="tip-way">
            {t({
              message: 'About the app',
              comment: 'Link to the page that describes the app and how to install it.',
            })}
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
