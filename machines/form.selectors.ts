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

/** It is on its way, or what follows from it is. */
export const selectIsBusy = <Field extends string>(state: FormSnapshot<Field>) =>
  state.hasTag('busy');
