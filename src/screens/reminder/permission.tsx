import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectPermissionState } from '../../../machines/push/push.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { BellIcon } from '../../ui/screen-icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { NotificationsOn } from './allowed.tsx';
import { NotificationsBlocked, Unsupported } from './unavailable.tsx';

/** State of notifications on this device, and the next step. */
export function PermissionStatus() {
  const permission = useSelector(useChild('push'), selectPermissionState);
  return (
    <Card>
      {/* read out when it changes: the user has just pressed a button in it */}
      <div className="stack permission-state" aria-live="polite">
        {permission === 'granted' ? (
          <NotificationsOn />
        ) : permission === 'denied' ? (
          <NotificationsBlocked />
        ) : permission === 'unsupported' ? (
          <Unsupported />
        ) : (
          <NotificationsOff isAsking={permission === 'asking'} />
        )}
      </div>
    </Card>
  );
}

function NotificationsOff({ isAsking }: { isAsking: boolean }) {
  const { t } = useLingui();
  const push = useChild('push');
  const enable = () => push.send({ type: 'enable.pressed', asker: 'reminder' });
  return (
    <EmptyState
      isHeading
      icon={<BellIcon />}
      title={t`Notifications are off`}
      action={<Button busy={isAsking} onClick={enable}>{t`Enable notifications`}</Button>}
    >
      {t({
        message: 'Your browser asks you once. You can change your mind at any time.',
        comment: 'Asks: whether to allow notifications.',
      })}
    </EmptyState>
  );
}
