import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import type { SnapshotFrom } from 'xstate';
import type { pushMachine } from '../../../machines/push.machine.ts';
import { LOGIN_PATH } from '../../app/path.ts';
import { useSystem } from '../../app/system-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { AlertIcon, BellIcon, CheckIcon } from '../../ui/icons.tsx';
import { Blocked, Unsupported } from './hindered.tsx';
import { Note } from './note.tsx';

type Snapshot = SnapshotFrom<typeof pushMachine>;

const isDenied = (state: Snapshot) => state.matches('denied');
const isGranted = (state: Snapshot) => state.matches('granted');
const isUnsupported = (state: Snapshot) => state.matches('unsupported');
const isAsking = (state: Snapshot) => state.matches('asking');

/** Where this device stands, and the next step from there. */
export function Standing() {
  const { push } = useSystem();
  const denied = useSelector(push, isDenied);
  const granted = useSelector(push, isGranted);
  const unsupported = useSelector(push, isUnsupported);
  return (
    <Card>
      {/* said aloud when it changes: the press that changed it came from here */}
      <div className="standings" aria-live="polite">
        {granted ? <On /> : denied ? <Blocked /> : unsupported ? <Unsupported /> : <Off />}
      </div>
    </Card>
  );
}

function Off() {
  const { t } = useLingui();
  const { push } = useSystem();
  const asking = useSelector(push, isAsking);
  return (
    <Note
      icon={<BellIcon size={28} />}
      title={t`Notifications are off`}
      text={t`Your browser asks you once. You can change your mind at any time.`}
    >
      <Button
        busy={asking}
        onClick={() => push.send({ type: 'enable.pressed', asker: 'reminder' })}
      >
        {t`Enable notifications`}
      </Button>
    </Note>
  );
}

const isFailed = (state: Snapshot) => state.matches({ granted: 'failed' });
const isWithoutUser = (state: Snapshot) => state.matches('granted') && !state.context.hasUser;

function On() {
  const { t } = useLingui();
  const { push } = useSystem();
  const failed = useSelector(push, isFailed);
  const withoutUser = useSelector(push, isWithoutUser);
  if (failed) {
    return (
      <Note
        icon={<AlertIcon size={28} />}
        tone="harm"
        title={t`This device could not be reached`}
        text={t`Notifications are allowed, but signing up this device did not work.`}
      >
        <Button look="tonal" onClick={() => push.send({ type: 'retry.pressed' })}>
          {t`Retry`}
        </Button>
      </Note>
    );
  }
  return (
    <Note
      icon={<CheckIcon size={28} />}
      title={t`Notifications are allowed`}
      text={
        withoutUser
          ? t`They are about your account: log in on this device to get them.`
          : t`There is nothing more to do on this device.`
      }
    >
      {withoutUser ? (
        <Link href={LOGIN_PATH} className="button button-primary">
          {t`Log in`}
        </Link>
      ) : (
        <Link href="/tasks/index" className="button button-tonal">
          {t`Go to the tasks`}
        </Link>
      )}
    </Note>
  );
}
