import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CallFailure } from '../../../contract/failure.ts';
import type { RecoveryState } from '../../../machines/recovery.selectors.ts';
import { formProblemTexts } from '../../i18n/messages.ts';
import { failureText } from '../../i18n/refusals.ts';

interface Errors {
  /** what stands beside the field */
  password?: MessageDescriptor;
  /** what the field is not to blame for */
  general?: MessageDescriptor;
}

/** What to write where: what was left empty, or what the server said. */
export function errorsOf(state: RecoveryState, refusal: CallFailure | null): Errors {
  if (state === 'incomplete') return { password: formProblemTexts.passwordRequired };
  if (refusal === null) return {};
  const isWrong =
    (refusal.kind === 'refused' && refusal.reason === 'invalid_credentials') ||
    // longer than any password is
    (refusal.kind === 'faulted' && refusal.fields && 'password' in refusal.fields);
  return isWrong
    ? { password: msg`This is not your current password.` }
    : { general: failureText(refusal) };
}
