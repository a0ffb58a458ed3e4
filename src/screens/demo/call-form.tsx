import { useSelector } from '@xstate/react';
import { type SubmitEvent, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Call } from '../../../contract/call.ts';
import type { debugCallMachine } from '../../../machines/debug-call.machine.ts';
import { debugCallBlueprint } from '../../app/actors/debug-call.actors.ts';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { submitAndFocus } from '../../ui/first-bad-field.ts';
import { CallAnswer } from './call-answer.tsx';
import { CallField } from './call-field.tsx';
import { type FormDescription, fieldsOf, problemsOf } from './call-fields.ts';
import { fieldsOfJson, JsonField, jsonOf } from './json-field.tsx';

export type CallActor = ActorRefFrom<typeof debugCallMachine>;
type Snapshot = SnapshotFrom<typeof debugCallMachine>;
const selectProblems = (state: Snapshot) => state.context.problems;
const selectIsBusy = (state: Snapshot) => state.hasTag('busy');
const selectIsFirst = (state: Snapshot) => state.context.attempt === 0;

interface CallFormProps {
  /** unlike any other form's */
  name: string;
  call: Call;
  form: FormDescription;
  /** names the form and its answer */
  title: string;
  submit?: string;
}

/** Fields, a way to send them, and what came back. */
export function CallForm({ name, call, form, title, submit = 'Send' }: CallFormProps) {
  const actor = useScreenActor(debugCallBlueprint(useSystem(), name, call));
  const [isJson, setJson] = useState(false);
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const filled = new FormData(event.currentTarget);
    const read = isJson ? fieldsOfJson(filled) : { fields: fieldsOf(form, filled), problems: {} };
    const problems = { ...problemsOf(call, form, read.fields), ...read.problems };
    const isRepeat = filled.has('repeat-key');
    submitAndFocus(event.currentTarget, () =>
      actor.send({ type: 'call.submitted', fields: read.fields, problems, isRepeat }),
    );
  };
  return (
    <>
      <form className="call-form" aria-label={title} noValidate onSubmit={send}>
        <Inputs actor={actor} form={form} isJson={isJson} />
        <Extras actor={actor} call={call} form={form} isJson={isJson} onJson={setJson} />
        <Sending actor={actor} submit={submit} />
      </form>
      <CallAnswer actor={actor} call={call} title={title} />
    </>
  );
}

interface PartProps {
  actor: CallActor;
  form: FormDescription;
  isJson: boolean;
}

function Inputs({ actor, form, isJson }: PartProps) {
  const problems = useSelector(actor, selectProblems);
  if (isJson) return <JsonField initial={jsonOf(form)} problems={problems} />;
  if (form.fields.length === 0) return null;
  return (
    <div className="call-fields">
      {form.fields.map((field) => (
        <div key={field.name} className={`call-field-${field.kind}`}>
          <CallField {...field} error={problems[field.name]} />
        </div>
      ))}
    </div>
  );
}

interface ExtrasProps extends PartProps {
  call: Call;
  onJson: (isJson: boolean) => void;
}

/** Ways to send that a person on another screen never needs. */
function Extras({ actor, call, form, isJson, onJson }: ExtrasProps) {
  const isFirst = useSelector(actor, selectIsFirst);
  const hasFields = form.fields.length > 0;
  const canRepeat = call.method === 'POST' && !isFirst;
  if (!hasFields && !canRepeat) return null;
  return (
    <div className="call-extras">
      {hasFields ? (
        <Checkbox
          label="As JSON"
          checked={isJson}
          onChange={(event) => onJson(event.currentTarget.checked)}
        />
      ) : null}
      {canRepeat ? <Checkbox label="Same idempotency key" name="repeat-key" /> : null}
    </div>
  );
}

function Sending({ actor, submit }: { actor: CallActor; submit: string }) {
  const isBusy = useSelector(actor, selectIsBusy);
  return (
    <div className="call-actions">
      <Button type="submit" busy={isBusy}>
        {submit}
      </Button>
      {isBusy ? (
        <Button look="quiet" onClick={() => actor.send({ type: 'cancel.pressed' })}>
          Cancel
        </Button>
      ) : null}
    </div>
  );
}
