import type { MessageDescriptor } from '@lingui/core';
import type { CallFailure } from '../../../contract/failure.ts';
import type { ResetState } from '../../../machines/reset.selectors.ts';
import { formProblemTexts, malformedFieldTexts } from '../../i18n/messages.ts';
import { failureText, refusalTexts } from '../../i18n/refusals.ts';

interface Errors {
  /** what stands beside the field */
  password: MessageDescriptor | null;
  /** what the field is not to blame for */
  general: MessageDescriptor | null;
}

const ofField = (password: MessageDescriptor): Errors => ({ password, general: null });

/** What to write where: what was wrong before sending, or what the server said. */
export function errorsOf(state: ResetState, refusal: CallFailure | null): Errors {
  if (state === 'incomplete') return ofField(formProblemTexts.passwordRequired);
  if (refusal === null) return { password: null, general: null };
  if (refusal.kind === 'refused' && refusal.reason === 'weak_password') {
    return ofField(refusalTexts.weak_password);
  }
  if (refusal.kind === 'faulted' && refusal.fields && 'password' in refusal.fields) {
    return ofField(malformedFieldTexts.password);
  }
  return { password: null, general: failureText(refusal) };
}
