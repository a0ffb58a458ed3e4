import { memo, useState } from 'react';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Json } from '../../ui/code.tsx';
import { focusIfLost } from '../../ui/lost-focus.ts';
import { labelOf, valueText } from '../charts/words.ts';
import { masked } from '../masked.ts';
import type { WatchedActor } from './actor-watch.ts';
import { type AvailableTransition, availableTransitions } from './available-transitions.ts';
import { EventSender } from './event-sender.tsx';
import { LiveChart } from './live-chart.tsx';
import type { Step } from './recorder.ts';
import { SessionControls } from './session-controls.tsx';
import './events.css';

interface ActorDetailProps {
  actor: WatchedActor;
  snapshot: AnyMachineSnapshot;
  steps: readonly Step[];
  onLeave: () => void;
}

/** One machine: its state, transitions, context and received events. */
export function ActorDetail({ actor, snapshot: live, steps, onLeave }: ActorDetailProps) {
  const [shown, setShown] = useState<Step | null>(null);
  // the recording may have dropped the shown step
  const paused = steps.find(({ id }) => id === shown?.id) ?? null;
  const snapshot = paused?.snapshot ?? live;
  const last = paused ?? steps.at(-1);
  return (
    <>
      <section className="card" aria-label="State">
        <div className="card-head">
          <h2 tabIndex={-1} ref={focusIfLost}>
            {actor.path}
          </h2>
          <Button look="quiet" className="machine-back" onClick={onLeave}>
            All actors
          </Button>
        </div>
        <p className="machine-value">{valueText(snapshot.value)}</p>
        <p className="workbench-row">
          <span className="badge">{snapshot.status}</span>
          {[...snapshot.tags].map((tag) => (
            <span key={tag} className="badge badge-good">
              {tag}
            </span>
          ))}
        </p>
      </section>
      <SessionControls path={actor.path} steps={steps} shown={paused} onShow={setShown} />
      <Card title="Chart">
        <LiveChart snapshot={snapshot} taken={last?.transitions ?? []} />
      </Card>
      <Card title="Send an event">
        {paused ? (
          <p className="card-note">Resume to send it something: it has gone on meanwhile.</p>
        ) : (
          <EventSender actor={actor.ref} snapshot={live} />
        )}
      </Card>
      <AvailableTransitions ways={availableTransitions(snapshot)} />
      <LastEvents steps={steps} shown={paused} />
      <Card title="Context">
        <Json label="Context" value={masked(snapshot.context)} />
      </Card>
    </>
  );
}

function AvailableTransitions({ ways }: { ways: readonly AvailableTransition[] }) {
  return (
    <Card title="Ways on">
      {ways.length === 0 ? <p className="card-note">It stays as it is.</p> : null}
      <ul className="ways">
        {ways.map(({ from, on, to }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two transitions may have the same text; their order is fixed
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

const MAX_CHARACTERS = 400;

/** Payload of an event, secrets masked. A child's snapshot is left out: it is large, and the child itself shows it. */
function payloadText({ type, ...payload }: AnyEventObject): string {
  if (type.startsWith('xstate.snapshot.') || Object.keys(payload).length === 0) return '';
  const text = JSON.stringify(masked(payload));
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

function LastEvents({ steps, shown }: { steps: readonly Step[]; shown: Step | null }) {
  if (steps.length === 0) {
    return (
      <Card title="Last events">
        <p className="card-note">None since this page was opened.</p>
      </Card>
    );
  }
  return (
    <Card title="Last events">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
      <ol className="events" tabIndex={0} aria-label="Last events">
        {[...steps].reverse().map((step) => (
          <EventRow key={step.id} step={step} isShown={step === shown} />
        ))}
      </ol>
    </Card>
  );
}

const EventRow = memo(({ step, isShown }: { step: Step; isShown: boolean }) => {
  const { at, event } = step;
  const payload = payloadText(event);
  return (
    <li aria-current={isShown || undefined}>
      <time dateTime={at.toISOString()}>{clock.format(at)}</time>
      <span className="workbench-mono">{labelOf(event.type)}</span>
      {payload === '' ? null : <span className="event-payload">{payload}</span>}
    </li>
  );
});
