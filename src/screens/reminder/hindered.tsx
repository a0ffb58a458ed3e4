import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { NotificationSteps, RefreshButton } from '../../app/notification-help.tsx';
import { INSTALL_PATH } from '../../app/path.ts';
import { useSystem } from '../../app/system-context.tsx';
import { AlertIcon, BellIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** A page may not ask again: the way through the browser's own settings. */
export function NotificationsBlocked() {
  const { t } = useLingui();
  return (
    <>
      <EmptyState
        isHeading
        icon={<BellIcon size={28} />}
        tone="harm"
        title={t`Notifications are blocked`}
      >
        {t`Your browser no longer asks. You can allow them yourself in four steps.`}
      </EmptyState>
      <NotificationSteps />
      <RefreshButton />
    </>
  );
}

/** What this browser lacks, another one has. */
export function Unsupported() {
  const { t } = useLingui();
  const { isApple } = useSystem().effects.install;
  return (
    <EmptyState
      isHeading
      icon={<AlertIcon size={28} />}
      tone="harm"
      title={t`This browser does not support notifications`}
      action={
        <Link href={INSTALL_PATH} className="button button-tonal">
          {t`Install the app`}
        </Link>
      }
    >
      {isApple
        ? t`On an iPhone or iPad they work in the app on your home screen. Add it there, then open it from there.`
        : t`Open this page in another browser, or in the app on your home screen.`}
    </EmptyState>
  );
}
