import type { DeviceFacts } from '../../app/actors/tools.actors.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { ErrandActor } from './errand-dialog.tsx';

interface StorageProps extends Pick<DeviceFacts, 'stored'> {
  errand: ErrandActor;
}

/** What is kept under which key, and how much of it; never the value itself. */
export function StorageCard({ stored, errand }: StorageProps) {
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
                errand.send({ type: 'errand.pressed', errand: { kind: 'clearKey', key } })
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
          onClick={() => errand.send({ type: 'errand.pressed', errand: { kind: 'clearKeys' } })}
        >
          Clear all keys
        </Button>
      ) : null}
    </Card>
  );
}

interface CachesProps {
  device: DeviceFacts;
  errand: ErrandActor;
}

/** What the service worker has put aside, and ways to be rid of it. */
export function CachesCard({ device: { caches, worker }, errand }: CachesProps) {
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
          onClick={() => errand.send({ type: 'errand.pressed', errand: { kind: 'clearCaches' } })}
        >
          Clear caches
        </Button>
      ) : null}
      {worker ? (
        <Button
          look="tonal"
          onClick={() => errand.send({ type: 'errand.pressed', errand: { kind: 'dropWorker' } })}
        >
          Unregister the service worker
        </Button>
      ) : null}
    </Card>
  );
}
