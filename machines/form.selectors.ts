import type { FormContext } from './form.ts';
import type { Tag } from './tags.ts';

/** The part of a form machine's snapshot that these selectors read. */
export interface FormSnapshot<Field extends string> {
  value: unknown;
  context: FormContext<Field>;
  hasTag: (tag: Tag) => boolean;
}

const none: never[] = [];

/** The fields that must still be filled in. */
export const selectMissing = <Field extends string>({ value, context }: FormSnapshot<Field>) =>
  value === 'incomplete' ? context.missing : none;

/** The call is running, or the step after it. */
export const selectIsBusy = <Field extends string>(state: FormSnapshot<Field>) =>
  state.hasTag('busy');
