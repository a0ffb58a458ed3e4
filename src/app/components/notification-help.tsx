import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectNeedsHomeScreen } from '../../../machines/push/push.selectors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Guide } from '../../ui/guide.tsx';
import {
  allowPicture,
  findPicture,
  lockPicture,
  openPicture,
  refreshPicture,
  settingsPicture,
} from '../../ui/guide-pictures.tsx';
import { RetryIcon } from '../../ui/icons.tsx';
import { useChild, useEffects } from '../system/use-child.ts';
import { InstallSteps } from './install-guide.tsx';

/** Help to allow notifications after they were denied: a page may not prompt a second time. */
export function NotificationHelp({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const isHomeScreenNeeded = useSelector(useChild('push'), selectNeedsHomeScreen);
  return (
    <Dialog
      title={t({
        message: 'Notification help',
        comment: 'Title of a dialog (noun): how notifications are allowed.',
      })}
      onClose={onClose}
    >
      {isHomeScreenNeeded ? <HomeScreenFirst /> : <NotificationSteps />}
      <div className="dialog-actions">
        <Button look="tonal" onClick={onClose}>
          {t`Close`}
        </Button>
        {isHomeScreenNeeded ? null : <RefreshButton />}
      </div>
    </Dialog>
  );
}

/** For an iPhone: steps to install the app, as only the installed app can show notifications. */
export function HomeScreenFirst() {
  const { t } = useLingui();
  return (
    <>
      <p>
        {t({
          message:
            'On an iPhone or iPad notifications work in the app on your home screen. Add it first:',
          comment: 'A list of steps follows the colon.',
        })}
      </p>
      <InstallSteps
        last={t`Open the app from your home screen and enable notifications there, under Tasks.`}
      />
    </>
  );
}

/** Steps to allow notifications: by the lock icon in the address bar; in the installed app, by the settings. */
export function NotificationSteps() {
  const { t } = useLingui();
  const { isStandalone } = useEffects().install;
  const first = isStandalone
    ? { picture: settingsPicture, text: t`Open this app in the settings of your device.` }
    : {
        picture: lockPicture,
        text: t({
          message: 'Click the lock icon beside the address.',
          comment: 'Address: in the browser’s address bar.',
        }),
      };
  const last = isStandalone
    ? {
        picture: openPicture,
        text: t({
          message: 'Come back to this app and refresh it.',
          comment: 'Last step after the settings were changed.',
        }),
      }
    : {
        picture: refreshPicture,
        text: t({
          message: 'Refresh the page.',
          comment:
            'The last step of a guide, to the reader (verb): load the page anew in the browser.',
        }),
      };
  return (
    <Guide
      steps={[
        first,
        {
          picture: findPicture,
          text: t({
            message: 'Find “Notifications” in the list.',
            comment:
              'Step in the settings of a phone or browser: the entry as they call it in your language.',
          }),
        },
        {
          picture: allowPicture,
          text: t({
            message: 'Set it to “Allow”.',
            comment:
              'Step in the settings of a phone or browser: the choice as they call it in your language.',
          }),
        },
        last,
      ]}
    />
  );
}

/** The button for the last step: some browsers report the new setting only after a reload. */
export function RefreshButton() {
  const { t } = useLingui();
  return (
    <Button icon={<RetryIcon />} onClick={() => location.reload()}>
      {t({ message: 'Refresh', comment: 'Button (verb): load the page anew. Narrow.' })}
    </Button>
  );
}
