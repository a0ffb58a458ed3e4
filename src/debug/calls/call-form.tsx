import { useSelector } from '@xstate/react';
import { type SubmitEvent, useState } from 'react';
import type { Call } from '../../../contract/call.ts';
import {
  selectIsSending,
  selectKey,
  selectProblems,
} from '../../../machines/debug-call.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { submitAndFocus } from '../../ui/first-bad-field.ts';
import { type CallActor, CallAnswer } from './call-answer.tsx';
import { CallField } from './call-field.tsx';
import { type FormDescription, fieldsOf, problemsOf } from './call-fields.ts';
import { fieldsOfJson, JsonField, jsonOf } from './json-field.tsx';

interface CallFormProps {
  /** name of the call in the contract */
  name: string;
  call: Call;
  form: FormDescription;
  /** name of the form and its answer */
  title: string;
  submit?: string;
}

/** Id of a form; a call has a form for each of its variants: `checkIn-login`. */
const idOf = (name: string, { fixed }: FormDescription) =>
  [name, ...Object.values(fixed)].join('-');

/** Fields, a button to send them, and the answer. */
export function CallForm({ name, call, form, title, submit = 'Send' }: CallFormProps) {
  const calls = useChild('debugCalls');
  const id = idOf(name, form);
  const actor = useSelector(calls, ({ children }) => children[id]);
  const [isJson, setJson] = useState(false);
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const filled = new FormData(event.currentTarget);
    const read = isJson ? fieldsOfJson(filled) : { fields: fieldsOf(form, filled), problems: {} };
    const problems = { ...problemsOf(call, form, read.fields), ...read.problems };
    const isRepeat = filled.has('repeat-key');
    const { fields } = read;
    submitAndFocus(event.currentTarget, () =>
      calls.send({ type: 'form.submitted', form: id, call: name, fields, problems, isRepeat }),
    );
  };
  return (
    <>
      <form className="stack call-form" aria-label={title} noValidate onSubmit={send}>
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

/** Controls for engineers: a JSON field, and a repeat with the same key. */
function Extras({ actor, call, form, isJson, onJson }: ExtrasProps) {
  const isFirst = useSelector(actor, selectKey) === null;
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
  const isSending = useSelector(actor, selectIsSending);
  return (
    <div className="call-actions">
      <Button type="submit" busy={isSending}>
        {submit}
      </Button>
      {isSending ? (
        <Button look="quiet" onClick={() => actor?.send({ type: 'cancel.pressed' })}>
          Cancel
        </Button>
      ) : null}
    </div>
  );
}
