import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { NotificationSteps, RefreshButton } from '../../app/notification-help.tsx';
import { useSystem } from '../../app/system-context.tsx';
import { AlertIcon, BellIcon } from '../../ui/icons.tsx';
import { Note } from './note.tsx';

/** A page may not ask again: the way through the browser's own settings. */
export function Blocked() {
  const { t } = useLingui();
  return (
    <>
      <Note
        icon={<BellIcon size={28} />}
        tone="harm"
        title={t`Notifications are blocked`}
        text={t`Your browser no longer asks. You can allow them yourself in four steps.`}
      />
      <NotificationSteps />
      <RefreshButton />
    </>
  );
}

const selectManual = ({ context }: { context: { isManual: boolean } }) => context.isManual;

/** What this browser lacks, another one has. */
export function Unsupported() {
  const { t } = useLingui();
  const { install } = useSystem();
  const isManual = useSelector(install, selectManual);
  return (
    <Note
      icon={<AlertIcon size={28} />}
      tone="harm"
      title={t`This browser does not support notifications`}
      text={
        isManual
          ? t`On an iPhone or iPad they work in the app on your home screen. Add it there, then open it from there.`
          : t`Open this page in another browser, or in the app on your home screen.`
      }
    >
      <Link href="/tasks/index" className="button button-tonal">
        {t`Install the app`}
      </Link>
    </Note>
  );
}
