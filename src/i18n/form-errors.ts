import type { MessageDescriptor } from '@lingui/core';
import type { CallFailure } from '../../contract/failure.ts';
import type { Reason } from '../../contract/reasons.ts';
import { failureText } from './refusals.ts';

/** Error of each field; `general`: the error above the button, for errors of no field. */
export type FormErrors<Field extends string> = Partial<
  Record<Field | 'general', MessageDescriptor>
>;

interface FormTexts<Field extends string> {
  /** error of each empty field */
  missing: Record<Field, MessageDescriptor>;
  /** refusals that have another text here than elsewhere, or belong to a field */
  refused?: Partial<Record<Reason, FormErrors<NoInfer<Field>>>>;
  /** errors of fields that the server found malformed */
  malformed?: Partial<Record<NoInfer<Field>, FormErrors<NoInfer<Field>>>>;
}

/** The errors of a form: of its empty fields, or of the failed call. */
export const formErrors =
  <Field extends string>({ missing: texts, refused = {}, malformed = {} }: FormTexts<Field>) =>
  (missing: readonly Field[], failure: CallFailure | null): FormErrors<Field> => {
    if (!failure) {
      return Object.fromEntries(missing.map((field) => [field, texts[field]])) as FormErrors<Field>;
    }
    const general = { general: failureText(failure) } as FormErrors<Field>;
    if (failure.kind === 'refused') return refused[failure.reason] ?? general;
    const { fields = {} } = failure.kind === 'faulted' ? failure : {};
    const bad = (Object.keys(malformed) as Field[]).find((field) => field in fields);
    return (bad && malformed[bad]) ?? general;
  };
