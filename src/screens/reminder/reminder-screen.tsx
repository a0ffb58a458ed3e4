import { useLingui } from '@lingui/react/macro';
import { configBlueprint } from '../../app/actors/config.actors.ts';
import { Known } from '../../app/known.tsx';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { Card, Screen } from '../../ui/card.tsx';
import { ClipIcon, InviteIcon, PurseIcon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/states.tsx';
import './reminder.css';
import { Standing } from './standing.tsx';

/** Why notifications are worth having, and the way to have them. */
export default function ReminderScreen() {
  const { t } = useLingui();
  const { effects } = useSystem();
  const config = useScreenActor(configBlueprint(effects));
  return (
    <Screen title={t`Notifications`}>
      <Standing config={config} />
      <Known fact={config} waiting={<Waiting />}>
        {({ push }) => (push === null ? <NothingSent /> : <Reasons />)}
      </Known>
    </Screen>
  );
}

function Waiting() {
  return (
    <div className="card">
      <Skeleton height="14rem" />
    </div>
  );
}

/** What the server sends, and no more than that. */
function Reasons() {
  const { t } = useLingui();
  const reasons = [
    { Icon: PurseIcon, text: t`Your withdrawal is paid or rejected.` },
    { Icon: InviteIcon, text: t`A friend joins with your invitation.` },
    { Icon: ClipIcon, text: t`You can earn with more clips a day.` },
  ];
  return (
    <Card title={t`You are told when`}>
      <ul className="reasons">
        {reasons.map(({ Icon, text }) => (
          <li key={text}>
            <span className="plate">
              <Icon size={22} />
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <p className="card-note">{t`Nothing else is sent. Your browser’s settings turn it off again.`}</p>
    </Card>
  );
}

/** The operator has not set up push: to promise messages would not be true. */
function NothingSent() {
  const { t } = useLingui();
  return (
    <Card title={t`Nothing is sent yet`}>
      <p className="card-note">
        {t`Messages are not set up here so far. Your permission counts all the same where a task or a withdrawal asks for it.`}
      </p>
    </Card>
  );
}
