import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Guide } from '../ui/guide.tsx';
import {
  addPicture,
  installPicture,
  menuPicture,
  openPicture,
  sharePicture,
} from '../ui/guide-pictures.tsx';
import { useSystem } from './system-context.tsx';

interface InstallGuideProps {
  /** opened from the task, which is still to be claimed */
  isTask?: boolean;
  onClose?: () => void;
}

/** How to install by the browser's own means, where it gives the page no prompt to show. */
export function InstallGuide({ isTask = false, onClose }: InstallGuideProps) {
  const { t } = useLingui();
  const { install, effects } = useSystem();
  const isOpen = useSelector(install, (state) => state.matches('guiding'));
  if (!isOpen) return null;
  const close = () => {
    install.send({ type: 'guide.closed' });
    onClose?.();
  };
  const ways = effects.install.isApple
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
    text: isTask
      ? t`Open the app from your home screen. The reward is claimed there, under Tasks.`
      : t`Open the app from your home screen.`,
  };
  return (
    <Dialog title={t`Install the app`} onClose={close}>
      <Guide steps={[...ways, open]} />
      <Button wide look="tonal" onClick={close}>
        {t`Close`}
      </Button>
    </Dialog>
  );
}
