import { useLingui } from '@lingui/react/macro';
import { type PushKind, pushSetupOf } from '../../../contract/push.ts';
import { ResourceView } from '../../app/components/resource-view.tsx';
import { useChild } from '../../app/system/use-child.ts';
import { Card, Screen } from '../../ui/card.tsx';
import { ClipIcon, InviteIcon, PersonIcon, PurseIcon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/states.tsx';
import './reminder.css';
import { PermissionStatus } from './permission.tsx';

/** State of the permission for notifications, and the occasions on which they are sent. */
export default function ReminderScreen() {
  const { t } = useLingui();
  return (
    <Screen title={t`Notifications`}>
      <PermissionStatus />
      <ResourceView resource={useChild('config')} waiting={<ReasonsSkeleton />}>
        {(config) => (pushSetupOf(config) ? <Reasons /> : <NothingSent />)}
      </ResourceView>
    </Screen>
  );
}

function ReasonsSkeleton() {
  return (
    <div className="card">
      <Skeleton height="14rem" />
    </div>
  );
}

type Occasion = 'withdrawal' | 'friend' | 'limit' | 'account';

/** The listed occasion of each kind of message: nothing is sent on an occasion that is not listed. */
const occasionOf: Record<PushKind, Occasion> = {
  withdrawal_paid: 'withdrawal',
  withdrawal_rejected: 'withdrawal',
  withdrawal_failed: 'withdrawal',
  withdrawal_returned: 'withdrawal',
  friend_joined: 'friend',
  daily_limit: 'limit',
  report_decided: 'account',
  objection_decided: 'account',
  payout_info_changed: 'account',
  account_changed: 'account',
};

/** List of occasions for messages, and how to turn messages off. */
function Reasons() {
  const { t } = useLingui();
  const reasons = {
    withdrawal: { Icon: PurseIcon, text: t`Your withdrawal is paid or rejected.` },
    friend: { Icon: InviteIcon, text: t`A friend joins with your invitation.` },
    limit: {
      Icon: ClipIcon,
      text: t({
        message: 'You can earn with more clips a day.',
        comment: 'In the list under “You are told when”: the daily limit was raised.',
      }),
    },
    account: {
      Icon: PersonIcon,
      text: t({
        message: 'Your account is changed, or a report or objection of yours is decided.',
        comment:
          'In the list under “You are told when”. Changed: a new password, email or payout account. Decided: by the operator.',
      }),
    },
  };
  const occasions = new Set(Object.values(occasionOf));
  return (
    <Card
      title={t({
        message: 'You are told when',
        comment:
          'Title over a list: “Your withdrawal is paid or rejected.”, “A friend joins with your invitation.” and so on, each a sentence. May be phrased as “What you are told”.',
      })}
    >
      <ul className="reasons">
        {[...occasions]
          .map((occasion) => reasons[occasion])
          .map(({ Icon, text }) => (
            <li key={text} className="beside">
              <span className="plate">
                <Icon size={22} />
              </span>
              <span>{text}</span>
            </li>
          ))}
      </ul>
      <p className="card-note">
        {t({
          message: 'Nothing else is sent. Your browser’s settings turn it off again.',
          comment: 'It: sending notifications.',
        })}
      </p>
    </Card>
  );
}

/** The operator has not set up push, so no message is promised. */
function NothingSent() {
  const { t } = useLingui();
  return (
    <Card
      title={t({
        message: 'Nothing is sent yet',
        comment: 'Title of a card: the product does not send notifications yet.',
      })}
    >
      <p className="card-note">
        {t({
          message:
            'Messages are not set up here so far. Your permission counts all the same where a task or a withdrawal asks for it.',
          comment:
            'Messages: push notifications, which this installation of the product does not send yet.',
        })}
      </p>
    </Card>
  );
}
