import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { selectNeedsHomeScreen } from '../../../machines/push/push.selectors.ts';
import {
  HomeScreenFirst,
  NotificationSteps,
  RefreshButton,
} from '../../app/components/notification-help.tsx';
import { paths } from '../../app/system/paths.ts';
import { useChild } from '../../app/system/use-child.ts';
import { isApple } from '../../ports/install-way.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { BellIcon } from '../../ui/screen-icons.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** A page cannot ask again after a refusal: shows how to change the browser's own settings. */
export function NotificationsBlocked() {
  const { t } = useLingui();
  return (
    <>
      <EmptyState isHeading icon={<BellIcon />} tone="harm" title={t`Notifications are blocked`}>
        {t({
          message: 'Your browser no longer asks. You can allow them yourself in four steps.',
          comment: 'Them: notifications.',
        })}
      </EmptyState>
      <NotificationSteps />
      <RefreshButton />
    </>
  );
}

/** This browser has no push: suggests the home screen, another browser, or a newer iOS. */
export function Unsupported() {
  const { t } = useLingui();
  if (useSelector(useChild('push'), selectNeedsHomeScreen)) {
    return (
      <>
        <EmptyState
          isHeading
          icon={<BellIcon />}
          title={t`Notifications need the app on your home screen`}
        />
        <HomeScreenFirst />
      </>
    );
  }
  return (
    <EmptyState
      isHeading
      icon={<AlertIcon />}
      tone="harm"
      title={t`This browser does not support notifications`}
      action={
        <Link href={paths.install} className="button button-tonal">
          {t`Install the app`}
        </Link>
      }
    >
      {isApple()
        ? t({
            message: 'They need iOS 16.4 or newer. Update your device, then open the app again.',
            comment: 'They: notifications.',
          })
        : t`Open this page in another browser, or in the app on your home screen.`}
    </EmptyState>
  );
}
