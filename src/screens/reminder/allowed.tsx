import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { AppConfig } from '../../../contract/shapes.ts';
import type { pushMachine } from '../../../machines/push.machine.ts';
import type { ListMachine } from '../../app/actors/list.actors.ts';
import { NOTIFICATIONS_PATH, TASKS_PATH } from '../../app/path.ts';
import { loginPathFor, routeOf } from '../../app/routes.ts';
import { useSystem } from '../../app/system-context.tsx';
import { Button } from '../../ui/button.tsx';
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';

export type ConfigActor = ActorRefFrom<ListMachine<AppConfig>>;
type Snapshot = SnapshotFrom<typeof pushMachine>;

const isFailed = (state: Snapshot) => state.matches({ granted: 'failed' });
const isWithoutUser = (state: Snapshot) => state.matches('granted') && !state.context.hasUser;
const sendsPush = ({ context }: SnapshotFrom<ListMachine<AppConfig>>) =>
  Boolean(context.items[0]?.push);

/** Allowed, and what that comes to on this device. */
export function On({ config }: { config: ConfigActor }) {
  const { push } = useSystem();
  const failed = useSelector(push, isFailed);
  const withoutUser = useSelector(push, isWithoutUser);
  const sends = useSelector(config, sendsPush);
  return failed ? <NotReached /> : <Allowed needsUser={withoutUser && sends} />;
}

function NotReached() {
  const { t } = useLingui();
  const { push } = useSystem();
  const retry = () => push.send({ type: 'retry.pressed' });
  return (
    <EmptyState
      isHeading
      icon={<AlertIcon size={28} />}
      tone="harm"
      title={t`This device could not be reached`}
      action={<Button look="tonal" onClick={retry}>{t`Retry`}</Button>}
    >
      {t`Notifications are allowed, but signing up this device did not work.`}
    </EmptyState>
  );
}

/** `needsUser`: what is sent is about an account, and nobody is logged in. */
function Allowed({ needsUser }: { needsUser: boolean }) {
  const { t } = useLingui();
  return (
    <EmptyState
      isHeading
      icon={<CheckIcon size={28} />}
      title={t`Notifications are allowed`}
      action={
        needsUser ? (
          <Link href={loginPathFor(routeOf(NOTIFICATIONS_PATH))} className="button button-primary">
            {t`Log in`}
          </Link>
        ) : (
          <Link href={TASKS_PATH} className="button button-tonal">
            {t`Go to the tasks`}
          </Link>
        )
      }
    >
      {needsUser
        ? t`They are about your account: log in on this device to get them.`
        : t`There is nothing more to do on this device.`}
    </EmptyState>
  );
}
