import type { DeviceInfo } from '../../../machines/app/resources.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { MaintenanceActor } from './maintenance-dialog.tsx';

interface StorageProps extends Pick<DeviceInfo, 'stored'> {
  action: MaintenanceActor;
}

/** The keys in local storage, with the length of each value; never the value itself. */
export function StorageCard({ stored, action }: StorageProps) {
  return (
    <Card title="Local storage">
      {stored.length === 0 ? <p className="card-note">Nothing is kept.</p> : null}
      <ul className="rows">
        {stored.map(({ key, value }) => (
          <li key={key} className="row">
            <span className="row-main">
              <span className="workbench-mono">{key}</span>
              <span className="row-note">{value.length} characters</span>
            </span>
            <Button
              look="quiet"
              aria-label={`Clear ${key}`}
              onClick={() =>
                action.send({ type: 'action.pressed', action: { kind: 'clearKey', key } })
              }
            >
              Clear
            </Button>
          </li>
        ))}
      </ul>
      {stored.length > 0 ? (
        <Button
          look="tonal"
          onClick={() => action.send({ type: 'action.pressed', action: { kind: 'clearKeys' } })}
        >
          Clear all keys
        </Button>
      ) : null}
    </Card>
  );
}

/** Stored claims that this version of the app cannot read; they stay for a version that can. */
export function UnreadableCard({ claims }: Pick<DeviceInfo, 'claims'>) {
  if (!claims || claims.unreadable.length === 0) return null;
  return (
    <Card title="Claims that cannot be read">
      <ul className="rows">
        {claims.unreadable.map((entry) => (
          <li key={entry} className="row">
            <span className="row-main workbench-mono">{entry}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface CachesProps {
  device: DeviceInfo;
  action: MaintenanceActor;
}

/** The service worker's caches, with buttons that delete them. */
export function CachesCard({ device: { caches, worker }, action }: CachesProps) {
  return (
    <Card title="Caches">
      {caches.length === 0 ? <p className="card-note">Nothing is cached.</p> : null}
      <ul className="rows">
        {caches.map(({ name, entries }) => (
          <li key={name} className="row">
            <span className="row-main workbench-mono">{name}</span>
            <span className="row-note">{entries === 1 ? '1 entry' : `${entries} entries`}</span>
          </li>
        ))}
      </ul>
      {caches.length > 0 ? (
        <Button
          look="tonal"
          onClick={() => action.send({ type: 'action.pressed', action: { kind: 'clearCaches' } })}
        >
          Clear caches
        </Button>
      ) : null}
      {worker ? (
        <Button
          look="tonal"
          onClick={() =>
            action.send({ type: 'action.pressed', action: { kind: 'unregisterWorker' } })
          }
        >
          Unregister the service worker
        </Button>
      ) : null}
    </Card>
  );
}
