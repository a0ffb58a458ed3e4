import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CallFailure } from '../../../contract/failure.ts';
import { formProblemTexts } from '../../i18n/messages.ts';
import { failureText } from '../../i18n/refusals.ts';

export const pendingFirst = msg({
  message:
    'You have a withdrawal in process. Wait until it has ended, or cancel it, before you delete your account.',
  comment: 'Why an account cannot be deleted now.',
});

interface Errors {
  /** what stands beside the field */
  password?: MessageDescriptor;
  /** what the field is not to blame for */
  general?: MessageDescriptor;
}

/** What to write where: that nothing was typed, or what the server said. */
export function errorsOf(isMissing: boolean, refusal: CallFailure | null): Errors {
  if (isMissing) return { password: formProblemTexts.passwordRequired };
  if (!refusal) return {};
  const { fields = {} } = refusal.kind === 'faulted' ? refusal : {};
  // longer than any password is
  const isWrong = 'password' in fields;
  if (isWrong || (refusal.kind === 'refused' && refusal.reason === 'invalid_credentials')) {
    return { password: msg`This is not your current password.` };
  }
  if (refusal.kind === 'refused' && refusal.reason === 'pending_exists') {
    return { general: pendingFirst };
  }
  return { general: failureText(refusal) };
}
