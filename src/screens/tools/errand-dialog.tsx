import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Errand, errandMachine } from '../../../machines/errand.machine.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export type ErrandActor = ActorRefFrom<typeof errandMachine>;
type Snapshot = SnapshotFrom<typeof errandMachine>;
const selectAsked = (state: Snapshot) => (state.matches('asking') ? state.context.errand : null);
const selectEnded = (state: Snapshot) => (state.hasTag('settled') ? state.context.errand : null);
const selectIsFailed = (state: Snapshot) => state.matches('failed');

interface Words {
  title: string;
  text: string;
  confirm: string;
  done: string;
}

const UNSENT = 'Rewards that were earned but not sent yet are lost.';

function wordsOf(errand: Errand): Words {
  switch (errand.kind) {
    case 'clearKey':
      return {
        title: `Clear ${errand.key}?`,
        text:
          errand.key === 'claims' ? UNSENT : 'What the app holds in memory stays until a reload.',
        confirm: 'Clear',
        done: `${errand.key} is cleared. A reload shows what that changes.`,
      };
    case 'clearKeys':
      return {
        title: 'Clear all keys?',
        text: `The session, the theme and all else are forgotten. ${UNSENT}`,
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
    case 'dropWorker':
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

/** The last look before something is gone. */
export function ErrandDialog({ errand }: { errand: ErrandActor }) {
  const asked = useSelector(errand, selectAsked);
  if (!asked) return null;
  const { title, text, confirm } = wordsOf(asked);
  const cancel = () => errand.send({ type: 'cancel.pressed' });
  return (
    <Dialog title={title} onClose={cancel}>
      <p>{text}</p>
      <div className="dialog-actions">
        <Button look="tonal" onClick={cancel}>
          Cancel
        </Button>
        <Button onClick={() => errand.send({ type: 'confirm.pressed' })}>{confirm}</Button>
      </div>
    </Dialog>
  );
}

/** How the last errand ended. */
export function ErrandNote({ errand }: { errand: ErrandActor }) {
  const ended = useSelector(errand, selectEnded);
  const isFailed = useSelector(errand, selectIsFailed);
  return (
    <div className="errand-note" role="status">
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
