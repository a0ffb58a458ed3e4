import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { appUpdateMachine } from '../../machines/app-update.machine.ts';
import { Button } from '../ui/button.tsx';
import { useSystem } from './system-context.tsx';
import './update-notice.css';

type Snapshot = SnapshotFrom<typeof appUpdateMachine>;
const isBusy = (state: Snapshot) => state.hasTag('busy');
const isOffered = (state: Snapshot) =>
  (state.matches('available') && !state.context.isPostponed) || state.hasTag('busy');

/** A newer version of the app is ready: now, or later by itself. */
export function UpdateNotice() {
  const { t } = useLingui();
  const { appUpdate } = useSystem();
  const offered = useSelector(appUpdate, isOffered);
  const busy = useSelector(appUpdate, isBusy);
  return (
    <div className="update" role="status">
      {offered ? (
        <div className="update-notice">
          <p>{t`A new version is ready.`}</p>
          {busy ? null : (
            <Button look="quiet" onClick={() => appUpdate.send({ type: 'later.pressed' })}>
              {t`Later`}
            </Button>
          )}
          <Button busy={busy} onClick={() => appUpdate.send({ type: 'update.pressed' })}>
            {busy ? t`Updating…` : t`Update`}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
