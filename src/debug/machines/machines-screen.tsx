import { useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useSearch } from 'wouter';
import { useRoot } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Workbench } from '../workbench.tsx';
import { ActorDetail } from './actor-detail.tsx';
import { ActorTree, idOf } from './actor-tree.tsx';
import { actorWatchOf, type WatchedActor } from './actor-watch.ts';
import './machines.css';

const PATH = '/Demo/machines';

const addressOf = (path: string) => `${PATH}?actor=${encodeURIComponent(path)}`;

function find(actor: WatchedActor, path: string): WatchedActor | null {
  if (actor.path === path) return actor;
  for (const child of actor.children) {
    const found = find(child, path);
    if (found) return found;
  }
  return null;
}

/** The tree of live actors; for each, its chart, its recorded session and buttons to send events. */
export default function MachinesScreen() {
  const watch = actorWatchOf(useRoot());
  const root = useSyncExternalStore(watch.subscribe, watch.read);
  const isAlwaysRecording = useSyncExternalStore(watch.subscribe, watch.isAlwaysRecording);
  const chosen = new URLSearchParams(useSearch()).get('actor');
  const [, navigate] = useLocation();
  const [filter, setFilter] = useState('');
  const actor = chosen === null ? null : find(root, chosen);
  const leave = () => {
    flushSync(() => navigate(PATH));
    document.getElementById(idOf(chosen ?? ''))?.focus();
  };
  return (
    <Workbench title="Live machines" path={PATH}>
      <div className="stack machines" data-chosen={chosen !== null}>
        <section className="card machines-list" aria-label="Actors">
          <Field
            label="Find an actor"
            type="search"
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
            autoCapitalize="none"
            spellCheck={false}
          />
          <ActorTree
            root={root}
            filter={filter.trim().toLowerCase()}
            chosen={chosen}
            addressOf={addressOf}
          />
          <Button
            look="tonal"
            aria-pressed={isAlwaysRecording}
            className="machines-keep"
            onClick={() => watch.setAlwaysRecording(!isAlwaysRecording)}
          >
            Record elsewhere too
          </Button>
        </section>
        <div className="stack machines-detail">
          {actor?.snapshot ? (
            <ActorDetail
              key={actor.path}
              actor={actor}
              snapshot={actor.snapshot}
              steps={watch.stepsOf(actor)}
              onLeave={leave}
            />
          ) : (
            <NoActor chosen={chosen} onLeave={leave} />
          )}
        </div>
      </div>
    </Workbench>
  );
}

function NoActor({ chosen, onLeave }: { chosen: string | null; onLeave: () => void }) {
  if (chosen === null) return <p className="card card-note">Choose an actor to look into it.</p>;
  return (
    <div className="card">
      <p>
        <span className="workbench-mono">{chosen}</span> does not run now. Its screen makes it when
        it is opened, and a change of the session ends it.
      </p>
      <button type="button" className="button button-tonal" onClick={onLeave}>
        All actors
      </button>
    </div>
  );
}
