import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { pushMachine } from '../../../machines/push.machine.ts';
import { useSystem } from '../../app/system-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { BellIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type ConfigActor, On } from './allowed.tsx';
import { NotificationsBlocked, Unsupported } from './hindered.tsx';

type Snapshot = SnapshotFrom<typeof pushMachine>;

const isDenied = (state: Snapshot) => state.matches('denied');
const isGranted = (state: Snapshot) => state.matches('granted');
const isUnsupported = (state: Snapshot) => state.matches('unsupported');
const isAsking = (state: Snapshot) => state.matches('asking');

/** Where this device stands, and the next step from there. */
export function Standing({ config }: { config: ConfigActor }) {
  const { push } = useSystem();
  const denied = useSelector(push, isDenied);
  const granted = useSelector(push, isGranted);
  const unsupported = useSelector(push, isUnsupported);
  return (
    <Card>
      {/* said aloud when it changes: the press that changed it came from here */}
      <div className="standings" aria-live="polite">
        {granted ? (
          <On config={config} />
        ) : denied ? (
          <NotificationsBlocked />
        ) : unsupported ? (
          <Unsupported />
        ) : (
          <Off />
        )}
      </div>
    </Card>
  );
}

function Off() {
  const { t } = useLingui();
  const { push } = useSystem();
  const asking = useSelector(push, isAsking);
  const enable = () => push.send({ type: 'enable.pressed', asker: 'reminder' });
  return (
    <EmptyState
      isHeading
      icon={<BellIcon size={28} />}
      title={t`Notifications are off`}
      action={<Button busy={asking} onClick={enable}>{t`Enable notifications`}</Button>}
    >
      {t`Your browser asks you once. You can change your mind at any time.`}
    </EmptyState>
  );
}
