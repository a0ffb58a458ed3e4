import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { installMachine } from '../../../machines/install.machine.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DownloadIcon } from '../../ui/screen-icons.tsx';

type Snapshot = SnapshotFrom<typeof installMachine>;
const selectIsInstallable = (state: Snapshot) => state.matches('installable');

/** The browser's offer to install the app, while the browser makes one. */
export function InstallCard() {
  const install = useChild('install');
  if (!useSelector(install, selectIsInstallable)) return null;
  return (
    <Card title="Installation">
      <Button
        wide
        icon={<DownloadIcon />}
        onClick={() => install.send({ type: 'install.pressed' })}
      >
        Install the app
      </Button>
    </Card>
  );
}
