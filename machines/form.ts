import {
  assertEvent,
  assign,
  type EventObject,
  type MachineContext,
  type PromiseActorLogic,
  setup,
  type UnknownActorLogic,
} from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo } from './failure.ts';
import { notProvided } from './not-provided.ts';
import type { Tag } from './tags.ts';

/** The typed value of each field. */
export type Fields<Field extends string> = Record<Field, string>;

export interface FormContext<Field extends string> {
  /** fields that were left empty */
  missing: readonly Field[];
  failure: CallFailure | null;
}

export interface Submitted<Field extends string> {
  type: 'fields.submitted';
  fields: Fields<Field>;
}

/** Returns the empty fields; a field that has only blanks is empty, a password too. */
const emptyFields = <Field extends string>(fields: Fields<Field>): Field[] =>
  (Object.keys(fields) as Field[]).filter((field) => fields[field].trim() === '');

interface FormParts<Field extends string, Answer, More, Event, Input, Sent, Actors> {
  /** types only: the field names, input and answer of the call, and the machine's further types */
  types: {
    field: Field;
    /** the input of the call, if it is more than the fields */
    sent?: Sent;
    answer?: Answer;
    context?: More;
    events?: Event;
    input?: Input;
  };
  /** actors in addition to `sendForm` */
  actors?: Actors;
  /** the fields that must be filled in before sending */
  missingIn?: (fields: Fields<Field>) => Field[];
}

/** XState's `setup` for a machine with a form; its states include `formStates`. */
export function formSetup<
  Field extends string,
  Answer = void,
  More extends MachineContext = MachineContext,
  Event extends EventObject = never,
  Input = void,
  Sent extends object = Fields<Field>,
  Actors extends Record<string, UnknownActorLogic> = Record<never, never>,
>({ actors, missingIn = emptyFields }: FormParts<Field, Answer, More, Event, Input, Sent, Actors>) {
  type Context = FormContext<Field> & More;
  const changed = (form: Partial<FormContext<Field>>) => form as Partial<Context>;
  const all = { ...actors, sendForm: notProvided<Answer, Sent>('sendForm') };
  return setup<
    Context,
    Submitted<Field> | Event,
    Actors & { sendForm: PromiseActorLogic<Answer, Sent> },
    Record<never, never>,
    { setMissing: Fields<Field>; setFailure: CallFailure },
    { isComplete: Fields<Field> },
    never,
    Tag,
    Input
  >({
    actors: all as never,
    guards: { isComplete: (_, fields) => missingIn(fields).length === 0 },
    actions: {
      setMissing: assign((_, fields) => changed({ missing: missingIn(fields) })),
      setFailure: assign((_, failure) => changed({ failure })),
    },
  });
}

export const emptyForm = { missing: [], failure: null };

const fieldsOf = <Field extends string>({ event }: { event: Submitted<Field> }) => event.fields;

/** Transitions of a submitted form, in states where it can be filled in. */
export const onSubmitted = {
  'fields.submitted': [
    { guard: { type: 'isComplete', params: fieldsOf }, target: 'sending' },
    { target: 'incomplete', actions: { type: 'setMissing', params: fieldsOf } },
  ],
} as const;

/** Input of the call, read from the event: typed values are stored nowhere. */
export function submittedFields<Field extends string>({ event }: { event: EventObject }) {
  assertEvent(event as Submitted<Field>, 'fields.submitted');
  return (event as Submitted<Field>).fields;
}

/** The failure is shown, and the form can be sent again. */
export const onRefused = failsTo('refused', ['setFailure']);

interface FormStates<Done, On, Input, Failed> {
  onDone: Done;
  /** further transitions while the form can be filled in, but not while it is sent */
  on?: On;
  input?: Input;
  onError?: Failed;
}

/** States shared by all forms; a form begins in `editing`. */
export function formStates<
  const Done,
  const On = Record<never, never>,
  const Input = typeof submittedFields,
  const Failed = typeof onRefused,
>({ onDone, on, input, onError }: FormStates<Done, On, Input, Failed>) {
  const open = { on: { ...onSubmitted, ...(on as On) } } as const;
  return {
    editing: open,
    incomplete: open,
    /** the call has its own timeout */
    sending: {
      tags: ['busy'],
      invoke: {
        id: 'sendForm',
        src: 'sendForm',
        input: (input ?? submittedFields) as Input,
        onDone,
        onError: (onError ?? onRefused) as Failed,
      },
    },
    refused: open,
  } as const;
}
