import type { MessageDescriptor } from '@lingui/core';
import type { CallFailure } from '../../contract/failure.ts';
import type { Reason } from '../../contract/reasons.ts';
import { failureText } from './refusals.ts';

/** What is written beside each field, and above the button what no field is to blame for. */
export type FormErrors<Field extends string> = Partial<
  Record<Field | 'general', MessageDescriptor>
>;

interface FormTexts<Field extends string> {
  /** of a field that was left empty */
  missing: Record<Field, MessageDescriptor>;
  /** the reasons that mean something else here than elsewhere, or that a field is to blame for */
  refused?: Partial<Record<Reason, FormErrors<NoInfer<Field>>>>;
  /** of a field that the server takes for malformed */
  malformed?: Partial<Record<NoInfer<Field>, FormErrors<NoInfer<Field>>>>;
}

/** The errors of a form, by what was left empty and by why the call has failed. */
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
