import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CallFailure } from '../../../contract/failure.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { FormProblems, RegisterForm } from '../../../machines/auth/credentials.ts';
import { formProblemTexts, malformedFieldTexts } from '../../i18n/messages.ts';
import { failureText, refusalTexts } from '../../i18n/refusals.ts';

type FieldName = keyof RegisterForm;

interface FormErrors {
  fields: Partial<Record<FieldName, MessageDescriptor>>;
  /** error that belongs to no single field */
  general: MessageDescriptor | null;
}

const passkeyInvalidText = msg`This passkey no longer works here. Log in with your password.`;

/** The field of each refusal, for refusals that belong to one. */
const fieldOfRefusal: Partial<Record<Reason, FieldName>> = {
  username_taken: 'username',
  email_taken: 'email',
  weak_password: 'password',
  invalid_invite_code: 'inviteCode',
};

/** The form's name of each field on the wire. */
const wireFields = {
  username: 'username',
  email: 'email',
  password: 'password',
  invite_code: 'inviteCode',
} as const;

function malformedFields(fields: Record<string, string>): FormErrors['fields'] {
  const errors: FormErrors['fields'] = {};
  for (const [wire, field] of Object.entries(wireFields)) {
    if (wire in fields) errors[field] = malformedFieldTexts[wire as keyof typeof wireFields];
  }
  return errors;
}

function errorsOfFailure(failure: CallFailure): FormErrors {
  if (failure.kind === 'refused') {
    if (failure.isPasskeyLogin && failure.reason === 'invalid_credentials') {
      return { fields: {}, general: passkeyInvalidText };
    }
    const field = fieldOfRefusal[failure.reason];
    // the statement itself shows this error
    if (failure.reason === 'agreement_needed') return { fields: {}, general: null };
    if (field) return { fields: { [field]: refusalTexts[failure.reason] }, general: null };
  }
  if (failure.kind === 'faulted' && failure.fields) {
    const fields = malformedFields(failure.fields);
    if (Object.keys(fields).length > 0) return { fields, general: null };
  }
  return { fields: {}, general: failureText(failure) };
}

/** Error of each field: before sending, the form's own validation; after it, the server's answer. */
export function errorsOf(context: {
  problems: FormProblems;
  failure: CallFailure | null;
}): FormErrors {
  if (context.failure) return errorsOfFailure(context.failure);
  const fields: FormErrors['fields'] = {};
  for (const [field, problem] of Object.entries(context.problems)) {
    fields[field as FieldName] = formProblemTexts[problem];
  }
  return { fields, general: null };
}
