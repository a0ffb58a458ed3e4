import type { AnyMachineSnapshot } from 'xstate';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Json } from '../../ui/code.tsx';
import { focusIfLost } from '../../ui/lost-focus.ts';
import { labelOf, valueText } from '../charts/words.ts';
import { masked } from '../masked.ts';
import type { LoggedEvent, WatchedActor } from './actor-watch.ts';
import { type ChartTransition, chartOf, transitionsOf } from './chart.ts';
import { Chart } from './chart-view.tsx';
import { EventSender } from './event-sender.tsx';
import './events.css';

interface ActorDetailProps {
  actor: WatchedActor;
  snapshot: AnyMachineSnapshot;
  events: readonly LoggedEvent[];
  onLeave: () => void;
}

/** One machine: where it is, where it can go, what it knows and what it has been told. */
export function ActorDetail({ actor, snapshot, events, onLeave }: ActorDetailProps) {
  return (
    <>
      <section className="card" aria-label="State">
        <div className="machine-head">
          <h2 tabIndex={-1} ref={focusIfLost}>
            {actor.path}
          </h2>
          <Button look="quiet" className="machine-back" onClick={onLeave}>
            All actors
          </Button>
        </div>
        <p className="machine-value">{valueText(snapshot.value)}</p>
        <p className="machine-badges">
          <span className="badge">{actor.status}</span>
          {[...snapshot.tags].map((tag) => (
            <span key={tag} className="badge badge-good">
              {tag}
            </span>
          ))}
        </p>
      </section>
      <Card title="Chart">
        <Chart state={chartOf(snapshot)} />
      </Card>
      <Card title="Send an event">
        <EventSender actor={actor.ref} snapshot={snapshot} />
      </Card>
      <WaysOn ways={transitionsOf(snapshot)} />
      <LastEvents events={events} />
      <Card title="Context">
        <Json label="Context" value={masked(snapshot.context)} />
      </Card>
    </>
  );
}

function WaysOn({ ways }: { ways: readonly ChartTransition[] }) {
  return (
    <Card title="Ways on">
      {ways.length === 0 ? <p className="card-note">It stays as it is.</p> : null}
      <ul className="ways">
        {ways.map(({ from, on, to }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two ways may say the same, their order stays
          <li key={at}>
            <span className="way-from">{from}</span>
            <span className="workbench-mono">{on}</span>
            <span className="way-to">{to === '' ? 'stays' : `→ ${to}`}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const clock = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

function LastEvents({ events }: { events: readonly LoggedEvent[] }) {
  return (
    <Card title="Last events">
      {events.length === 0 ? (
        <p className="card-note">None since this page was opened.</p>
      ) : (
        <ol className="events">
          {events.map(({ id, at, type, payload }) => (
            <li key={id}>
              <time dateTime={at.toISOString()}>{clock.format(at)}</time>
              <span className="workbench-mono">{labelOf(type)}</span>
              {payload === '' ? null : <span className="event-payload">{payload}</span>}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
