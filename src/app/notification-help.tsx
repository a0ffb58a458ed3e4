import { useLingui } from '@lingui/react/macro';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Guide } from '../ui/guide.tsx';
import { allowPicture, findPicture, lockPicture, refreshPicture } from '../ui/guide-pictures.tsx';
import { RetryIcon } from '../ui/icons.tsx';

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

export function NotificationSteps() {
  const { t } = useLingui();
  return (
    <Guide
      steps={[
        { picture: lockPicture, text: t`Click the lock icon beside the address.` },
        { picture: findPicture, text: t`Find “Notifications” in the list.` },
        { picture: allowPicture, text: t`Set it to “Allow”.` },
        { picture: refreshPicture, text: t`Refresh the page.` },
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
