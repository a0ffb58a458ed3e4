import type { CallFailure } from '../contract/failure.ts';
import type { FormContext } from './form.ts';
import type { Tag } from './tags.ts';

/** The part of a snapshot that tells what became of a form. */
export interface FormSnapshot<Field extends string> {
  value: unknown;
  context: FormContext<Field>;
  hasTag: (tag: Tag) => boolean;
}

const none: never[] = [];

/** The fields that have to be filled in yet. */
export const selectMissing = <Field extends string>({ value, context }: FormSnapshot<Field>) =>
  value === 'incomplete' ? context.missing : none;

/** Why the call has failed; null: it has not. */
export const selectRefusal = <Field extends string>({
  value,
  context,
}: FormSnapshot<Field>): CallFailure | null => (value === 'refused' ? context.failure : null);

/** It is on its way, or what follows from it is. */
export const selectIsBusy = <Field extends string>(state: FormSnapshot<Field>) =>
  state.hasTag('busy');

/** The state that it is in, by name. */
export const selectState = <State extends string>({ value }: { value: State }): State => value;
