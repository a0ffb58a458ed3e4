import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectInstallStep, selectIsLinkCopying } from '../../../machines/install.selectors.ts';
import { installWay, needsBrowser } from '../../ports/install-way.ts';
import { installLink } from '../../ports/share.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Guide } from '../../ui/guide.tsx';
import { openPicture } from '../../ui/guide-pictures.tsx';
import { CopyIcon } from '../../ui/screen-icons.tsx';
import { useChild, useEffects } from '../system/use-child.ts';
import { installWays } from './install-ways.ts';

interface InstallGuideProps {
  /** opened from the task, whose reward is still to be claimed */
  isTask?: boolean;
  onClose?: () => void;
}

/** A guide to install the app by hand, where the browser gives the page no prompt. */
export function InstallGuide({ isTask = false, onClose }: InstallGuideProps) {
  const { t } = useLingui();
  const install = useChild('install');
  if (useSelector(install, selectInstallStep) !== 'guiding') return null;
  const needsOtherBrowser = needsBrowser(installWay());
  const close = () => {
    install.send({ type: 'guide.closed' });
    onClose?.();
  };
  return (
    <Dialog
      title={
        needsOtherBrowser
          ? t({
              message: 'Open in your browser',
              comment: 'Title of a dialog (verb): open this page in another browser.',
            })
          : t`Install the app`
      }
      onClose={close}
    >
      <InstallSteps
        last={
          isTask
            ? t`Open the app from your home screen. The reward is claimed there, under Tasks.`
            : t`Open the app from your home screen.`
        }
      />
      {needsOtherBrowser ? <CopyButton /> : null}
      <Button wide look="tonal" onClick={close}>
        {t`Close`}
      </Button>
    </Dialog>
  );
}

function CopyButton() {
  const { t } = useLingui();
  const install = useChild('install');
  return (
    <Button
      wide
      icon={<CopyIcon />}
      busy={useSelector(install, selectIsLinkCopying)}
      onClick={() => install.send({ type: 'copy.pressed' })}
    >{t`Copy link`}</Button>
  );
}

/** The steps on this device; `last` is the step in the installed app. */
export function InstallSteps({ last }: { last: string }) {
  const { i18n } = useLingui();
  const way = installWay();
  const steps = installWays[way].map(({ picture, text }) => ({ picture, text: i18n._(text) }));
  if (!needsBrowser(way)) return <Guide steps={[...steps, { picture: openPicture, text: last }]} />;
  return (
    <>
      <OtherBrowserNote isInApp={way === 'inApp'} />
      <Guide steps={steps} />
      <PlainLink />
    </>
  );
}

function OtherBrowserNote({ isInApp }: { isInApp: boolean }) {
  const { t } = useLingui();
  return (
    <p>
      {isInApp
        ? t({
            message:
              'Nothing can be installed from inside another app. Open this page in your browser.',
            comment: 'Shown in the windows of Instagram, Facebook, TikTok and others.',
          })
        : t({
            message: 'The app can be installed from another browser, or on your phone.',
            comment: 'Shown on computers in browsers that cannot install apps from the web.',
          })}
    </p>
  );
}

/** The link as text, for browsers in which the copy button does not work. */
function PlainLink() {
  const { storage } = useEffects();
  return (
    <p className="guide-link">
      <bdi dir="ltr" translate="no">
        {installLink(storage.inviteCode.read())}
      </bdi>
    </p>
  );
}
