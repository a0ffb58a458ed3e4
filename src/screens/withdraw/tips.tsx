import { useLingui } from '@lingui/react/macro';
import { Card } from '../../ui/card.tsx';
import { ClockIcon, PurseIcon, RetryIcon } from '../../ui/icons.tsx';

/** What people ask about withdrawing, before they ask. */
export function Tips() {
  const { t } = useLingui();
  const tips = [
    { Icon: ClockIcon, text: t`A withdrawal is processed in 1 to 3 working days.` },
    { Icon: PurseIcon, text: t`You can have one withdrawal in process at a time.` },
    { Icon: RetryIcon, text: t`If it is rejected, the amount returns to your balance.` },
  ];
  return (
    <Card title={t`Good to know`}>
      <ul className="tips">
        {tips.map(({ Icon, text }) => (
          <li key={text}>
            <Icon size={20} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
