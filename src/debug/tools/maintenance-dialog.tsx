import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type {
  MaintenanceAction,
  maintenanceMachine,
} from '../../../machines/maintenance.machine.ts';
import {
  selectAsked,
  selectEnded,
  selectIsFailed,
} from '../../../machines/maintenance.selectors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export type MaintenanceActor = ActorRefFrom<typeof maintenanceMachine>;

interface Words {
  title: string;
  text: string;
  confirm: string;
  done: string;
}

function wordsOf(action: MaintenanceAction): Words {
  switch (action.kind) {
    case 'clearKey':
      return {
        title: `Clear ${action.key}?`,
        text: 'What the app holds in memory stays until a reload.',
        confirm: 'Clear',
        done: `${action.key} is cleared. A reload shows what that changes.`,
      };
    case 'clearKeys':
      return {
        title: 'Clear all keys?',
        text: 'The session, the theme and all else are forgotten. Rewards that wait to be sent stay.',
        confirm: 'Clear all',
        done: 'All keys are cleared. A reload shows what that changes.',
      };
    case 'clearCaches':
      return {
        title: 'Clear caches?',
        text: 'The app’s files come from the server until the service worker is installed again.',
        confirm: 'Clear',
        done: 'The caches are cleared.',
      };
    case 'unregisterWorker':
      return {
        title: 'Unregister the service worker?',
        text: 'Its caches go with it, and the page is loaded again.',
        confirm: 'Unregister',
        done: 'The service worker is unregistered.',
      };
    case 'copyReport':
      return { title: '', text: '', confirm: '', done: 'The report is copied.' };
  }
}

/** Asks for confirmation before data is deleted. */
export function MaintenanceDialog({ action }: { action: MaintenanceActor }) {
  const asked = useSelector(action, selectAsked);
  if (!asked) return null;
  const { title, text, confirm } = wordsOf(asked);
  const cancel = () => action.send({ type: 'cancel.pressed' });
  return (
    <Dialog title={title} onClose={cancel}>
      <p>{text}</p>
      <div className="dialog-actions">
        <Button look="tonal" onClick={cancel}>
          Cancel
        </Button>
        <Button onClick={() => action.send({ type: 'confirm.pressed' })}>{confirm}</Button>
      </div>
    </Dialog>
  );
}

/** Outcome of the last action. */
export function MaintenanceNote({ action }: { action: MaintenanceActor }) {
  const ended = useSelector(action, selectEnded);
  const isFailed = useSelector(action, selectIsFailed);
  return (
    <div className="action-note" role="status">
      {ended ? (
        <>
          <p>{isFailed ? 'The browser did not allow that.' : wordsOf(ended).done}</p>
          {ended.kind === 'copyReport' ? null : (
            <Button look="quiet" onClick={() => location.reload()}>
              Reload
            </Button>
          )}
        </>
      ) : null}
    </div>
  );
}
