import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CallFailure } from '../../../contract/failure.ts';
import type { selectMissing } from '../../../machines/password.selectors.ts';
import { formProblemTexts, malformedFieldTexts } from '../../i18n/messages.ts';
import { failureText, refusalTexts } from '../../i18n/refusals.ts';

interface Errors {
  /** what stands beside each field */
  password?: MessageDescriptor;
  newPassword?: MessageDescriptor;
  /** what no field is to blame for */
  general?: MessageDescriptor;
}

const wrong = msg`This is not your current password.`;

function errorsOfRefusal(refusal: CallFailure): Errors {
  if (refusal.kind === 'refused' && refusal.reason === 'invalid_credentials') {
    return { password: wrong };
  }
  if (refusal.kind === 'refused' && refusal.reason === 'weak_password') {
    return { newPassword: refusalTexts.weak_password };
  }
  const { fields = {} } = refusal.kind === 'faulted' ? refusal : {};
  // longer than any password is
  if ('password' in fields) return { password: wrong };
  if ('new_password' in fields) return { newPassword: malformedFieldTexts.password };
  return { general: failureText(refusal) };
}

/** What to write where: what was left empty, or what the server said. */
export function errorsOf(
  missing: ReturnType<typeof selectMissing>,
  refusal: CallFailure | null,
): Errors {
  if (refusal) return errorsOfRefusal(refusal);
  return Object.fromEntries(missing.map((field) => [field, formProblemTexts.passwordRequired]));
}
