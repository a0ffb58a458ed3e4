import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useSystem } from '../../app/system-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Guide } from '../../ui/guide.tsx';
import {
  addPicture,
  installPicture,
  menuPicture,
  openPicture,
  sharePicture,
} from '../../ui/guide-pictures.tsx';

/** How to install by the browser's own means, where it gives the page no prompt to show. */
export function InstallGuide({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { install } = useSystem();
  const isManual = useSelector(install, ({ context }) => context.isManual);
  const ways = isManual
    ? [
        { picture: sharePicture, text: t`Tap the share button of your browser.` },
        { picture: addPicture, text: t`Choose “Add to Home Screen”.` },
      ]
    : [
        { picture: menuPicture, text: t`Open the menu of your browser.` },
        { picture: installPicture, text: t`Choose “Install app” or “Add to Home screen”.` },
      ];
  const open = {
    picture: openPicture,
    text: t`Open the app from your home screen and claim the reward there.`,
  };
  return (
    <Dialog title={t`Install the app`} onClose={onClose}>
      <Guide steps={[...ways, open]} />
      <Button wide look="tonal" onClick={onClose}>
        {t`Close`}
      </Button>
    </Dialog>
  );
}
