import { type SubmitEvent, useId, useState } from 'react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { Button } from '../../ui/button.tsx';
import { payloadOf } from './payloads.ts';
import { isTaken, outsideEventsOf } from './ways.ts';

interface EventSenderProps {
  actor: AnyActorRef;
  snapshot: AnyMachineSnapshot;
}

/** Every event that the machine knows; those that it does not take now stay where they are. */
export function EventSender({ actor, snapshot }: EventSenderProps) {
  const types = outsideEventsOf(snapshot.machine);
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
            const takes = isTaken(snapshot, { type });
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

function eventOf(type: string, text: string): { type: string } | { problem: string } {
  try {
    const payload: unknown = JSON.parse(text);
    const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
    return isObject ? { ...payload, type } : { problem: 'Expected: an object.' };
  } catch (error) {
    return { problem: String(error) };
  }
}

interface PayloadEventProps extends EventSenderProps {
  type: string;
  payload: object;
}

/** An event that carries something, written as JSON. */
function PayloadEvent({ actor, snapshot, type, payload }: PayloadEventProps) {
  const id = useId();
  const [problem, setProblem] = useState('');
  const send = (submit: SubmitEvent<HTMLFormElement>) => {
    submit.preventDefault();
    const event = eventOf(type, String(new FormData(submit.currentTarget).get('payload')));
    if ('problem' in event) return setProblem(event.problem);
    if (!isTaken(snapshot, event)) return setProblem('It does not take this event now.');
    setProblem('');
    actor.send(event);
  };
  const text = JSON.stringify(payload, null, 2);
  return (
    <details className="payload-event">
      <summary className="workbench-mono">{type}</summary>
      <form className="field" aria-label={type} onSubmit={send}>
        <label htmlFor={id}>What it carries, as JSON</label>
        <div className={`field-box ${problem === '' ? '' : 'field-box-bad'}`}>
          <textarea
            id={id}
            name="payload"
            className="json-field"
            defaultValue={text}
            rows={text.split('\n').length}
            spellCheck={false}
            autoCapitalize="none"
            aria-describedby={`${id}problem`}
            aria-invalid={problem !== '' || undefined}
          />
        </div>
        <p id={`${id}problem`} className="field-error" aria-live="polite">
          {problem}
        </p>
        <Button type="submit" look="tonal">
          Send {type}
        </Button>
      </form>
    </details>
  );
}
