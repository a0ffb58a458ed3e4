import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CallFailure } from '../../../contract/failure.ts';
import type { selectMissing } from '../../../machines/recover.selectors.ts';
import { formProblemTexts, malformedFieldTexts } from '../../i18n/messages.ts';
import { failureText, refusalTexts } from '../../i18n/refusals.ts';

interface Errors {
  /** what stands beside each field */
  username?: MessageDescriptor;
  code?: MessageDescriptor;
  password?: MessageDescriptor;
  /** what no field is to blame for */
  general?: MessageDescriptor;
}

const wrong = msg({
  message: 'This username or recovery code is wrong.',
  comment: 'Which of the two is not told.',
});

const required = {
  username: formProblemTexts.nameRequired,
  code: msg`Enter a recovery code.`,
  password: formProblemTexts.passwordRequired,
};

function errorsOfRefusal(refusal: CallFailure): Errors {
  if (refusal.kind === 'refused' && refusal.reason === 'invalid_credentials') {
    return { code: wrong };
  }
  if (refusal.kind === 'refused' && refusal.reason === 'weak_password') {
    return { password: refusalTexts.weak_password };
  }
  const { fields = {} } = refusal.kind === 'faulted' ? refusal : {};
  if ('password' in fields) return { password: malformedFieldTexts.password };
  // longer than any is
  if ('code' in fields || 'username' in fields) return { code: wrong };
  return { general: failureText(refusal) };
}

/** What to write where: what was left empty, or what the server said. */
export function errorsOf(
  missing: ReturnType<typeof selectMissing>,
  refusal: CallFailure | null,
): Errors {
  if (refusal) return errorsOfRefusal(refusal);
  return Object.fromEntries(missing.map((field) => [field, required[field]]));
}
