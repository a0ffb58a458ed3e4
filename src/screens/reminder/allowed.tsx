import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { pushSetupOf } from '../../../contract/push.ts';
import { selectDelivery } from '../../../machines/push/push.selectors.ts';
import { selectValue } from '../../../machines/resource.selectors.ts';
import { loginPathFor, paths } from '../../app/system/paths.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Notifications are allowed: whether this device gets them, or what is missing. */
export function NotificationsOn() {
  const delivery = useSelector(useChild('push'), selectDelivery);
  const config = useSelector(useChild('config'), selectValue);
  const sends = config !== null && pushSetupOf(config) !== null;
  if (delivery === 'failed') return <NotReached />;
  return <Allowed needsUser={delivery === 'withoutUser' && sends} />;
}

function NotReached() {
  const { t } = useLingui();
  const push = useChild('push');
  const retry = () => push.send({ type: 'retry.pressed' });
  return (
    <EmptyState
      isHeading
      icon={<AlertIcon />}
      tone="harm"
      title={t({
        message: 'This device could not be reached',
        comment: 'Notifications to this device cannot be delivered.',
      })}
      action={<Button look="tonal" onClick={retry}>{t`Retry`}</Button>}
    >
      {t`Notifications are allowed, but signing up this device did not work.`}
    </EmptyState>
  );
}

/** `needsUser`: nobody is logged in, but messages are about an account. */
function Allowed({ needsUser }: { needsUser: boolean }) {
  const { t } = useLingui();
  return (
    <EmptyState
      isHeading
      icon={<CheckIcon />}
      title={t`Notifications are allowed`}
      action={
        needsUser ? (
          <Link href={loginPathFor('reminder')} className="button button-primary">
            {t({ message: 'Log in', comment: 'Button (verb).' })}
          </Link>
        ) : (
          <Link href={paths.tasks} className="button button-tonal">
            {t`Go to the tasks`}
          </Link>
        )
      }
    >
      {needsUser
        ? t({
            message: 'They are about your account: log in on this device to get them.',
            comment: 'They: notifications. Account: in this app.',
          })
        : t`There is nothing more to do on this device.`}
    </EmptyState>
  );
}
