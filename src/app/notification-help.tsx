import { useLingui } from '@lingui/react/macro';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Guide } from '../ui/guide.tsx';
import {
  allowPicture,
  findPicture,
  lockPicture,
  openPicture,
  refreshPicture,
  settingsPicture,
} from '../ui/guide-pictures.tsx';
import { RetryIcon } from '../ui/icons.tsx';
import { useSystem } from './system-context.tsx';

/** How to allow notifications once they were refused: a page may not ask a second time. */
export function NotificationHelp({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Notification help`} onClose={onClose}>
      <NotificationSteps />
      <div className="dialog-actions">
        <Button look="tonal" onClick={onClose}>
          {t`Close`}
        </Button>
        <RefreshButton />
      </div>
    </Dialog>
  );
}

/** By the lock in the address bar; the installed app has no such bar. */
export function NotificationSteps() {
  const { t } = useLingui();
  const { isStandalone } = useSystem().effects.install;
  const first = isStandalone
    ? { picture: settingsPicture, text: t`Open this app in the settings of your device.` }
    : { picture: lockPicture, text: t`Click the lock icon beside the address.` };
  const last = isStandalone
    ? { picture: openPicture, text: t`Come back to this app and refresh it.` }
    : { picture: refreshPicture, text: t`Refresh the page.` };
  return (
    <Guide
      steps={[
        first,
        { picture: findPicture, text: t`Find “Notifications” in the list.` },
        { picture: allowPicture, text: t`Set it to “Allow”.` },
        last,
      ]}
    />
  );
}

/** The last step; some browsers tell a page of the new setting only when it is opened anew. */
export function RefreshButton() {
  const { t } = useLingui();
  return (
    <Button icon={<RetryIcon size={20} />} onClick={() => location.reload()}>
      {t`Refresh`}
    </Button>
  );
}
