import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import type { SnapshotFrom } from 'xstate';
import type { installMachine } from '../../../machines/install.machine.ts';
import { FEED_PATH } from '../../app/path.ts';
import { useSystem } from '../../app/system-context.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckIcon, DownloadIcon } from '../../ui/icons.tsx';

type Snapshot = SnapshotFrom<typeof installMachine>;
const isBusy = (state: Snapshot) => state.hasTag('busy');
const isInstalled = (state: Snapshot) => state.matches('installed');
const isDismissed = (state: Snapshot) => state.matches('dismissed');

/** The one button: to install, installing, installed; and what comes of it. */
export function InstallCall() {
  const { t } = useLingui();
  const { install } = useSystem();
  const busy = useSelector(install, isBusy);
  const installed = useSelector(install, isInstalled);
  const dismissed = useSelector(install, isDismissed);
  return (
    <div className="install-call">
      {installed ? (
        // not `disabled`: it would drop the focus of whoever just pressed it
        <Button wide aria-disabled icon={<CheckIcon size={20} />}>
          {t`Installed`}
        </Button>
      ) : (
        <Button
          wide
          busy={busy}
          icon={<DownloadIcon size={20} />}
          onClick={() => install.send({ type: 'install.pressed' })}
        >
          {busy ? t`Installing…` : t`Install`}
        </Button>
      )}
      <p className="row-note" role="status">
        {installed ? t`Open it from your home screen.` : null}
        {dismissed ? t`You can still install it from the menu of your browser.` : null}
      </p>
      {installed ? (
        <Link href={FEED_PATH} className="button button-tonal button-wide">
          {t`Watch a clip`}
        </Link>
      ) : null}
    </div>
  );
}
