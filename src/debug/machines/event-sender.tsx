import { type SubmitEvent, useState } from 'react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { Button } from '../../ui/button.tsx';
import { JsonInput, readJson } from '../workbench.tsx';
import { acceptsEvent, externalEventsOf } from './available-transitions.ts';
import { payloadOf } from './payloads.ts';

interface EventSenderProps {
  actor: AnyActorRef;
  snapshot: AnyMachineSnapshot;
}

/**
 * A button or form for every event of the machine. While the machine ignores an event, its button is disabled, and its
 * form shows an error.
 */
export function EventSender({ actor, snapshot }: EventSenderProps) {
  const types = externalEventsOf(snapshot.machine);
  const plain = types.filter((type) => !payloadOf(snapshot.machine, type));
  const withPayload = types.flatMap((type) => {
    const payload = payloadOf(snapshot.machine, type);
    return payload ? [{ type, payload }] : [];
  });
  if (types.length === 0) return <p className="card-note">It listens to nobody.</p>;
  return (
    <>
      {plain.length > 0 ? (
        <div className="workbench-row event-buttons">
          {plain.map((type) => {
            const takes = acceptsEvent(snapshot, { type });
            return (
              <Button
                key={type}
                look="tonal"
                aria-disabled={!takes || undefined}
                onClick={() => takes && actor.send({ type })}
              >
                {type}
              </Button>
            );
          })}
        </div>
      ) : null}
      {withPayload.length > 0 ? (
        <div>
          {withPayload.map(({ type, payload }) => (
            <PayloadEvent key={type} {...{ actor, snapshot, type, payload }} />
          ))}
        </div>
      ) : null}
    </>
  );
}

interface PayloadEventProps extends EventSenderProps {
  type: string;
  payload: object;
}

/** An event with a payload, written as JSON. */
function PayloadEvent({ actor, snapshot, type, payload }: PayloadEventProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const send = (submit: SubmitEvent<HTMLFormElement>) => {
    submit.preventDefault();
    const read = readJson(String(new FormData(submit.currentTarget).get('payload')));
    if ('problem' in read) return setProblem(read.problem);
    const event = { ...read.object, type };
    if (!acceptsEvent(snapshot, event)) return setProblem('It does not take this event now.');
    setProblem(null);
    actor.send(event);
  };
  return (
    <details className="payload-event">
      <summary className="workbench-mono">{type}</summary>
      <form className="field" aria-label={type} onSubmit={send}>
        <JsonInput
          label="What it carries, as JSON"
          name="payload"
          initial={JSON.stringify(payload, null, 2)}
          problems={problem === null ? [] : [problem]}
        />
        <Button type="submit" look="tonal">
          Send {type}
        </Button>
      </form>
    </details>
  );
}
