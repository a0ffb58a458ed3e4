import type { MessageDescriptor } from '@lingui/core';
import type { CallFailure } from '../../../contract/failure.ts';
import type { ForgotState } from '../../../machines/forgot.selectors.ts';
import { formProblemTexts, malformedFieldTexts } from '../../i18n/messages.ts';
import { failureText } from '../../i18n/refusals.ts';

interface Errors {
  /** what stands beside the field */
  email?: MessageDescriptor;
  /** what the field is not to blame for */
  general?: MessageDescriptor;
}

/** What to write where: what was wrong before sending, or what the server said. */
export function errorsOf(state: ForgotState, refusal: CallFailure | null): Errors {
  if (state === 'incomplete') return { email: formProblemTexts.emailRequired };
  if (refusal === null) return {};
  if (refusal.kind === 'faulted' && refusal.fields && 'email' in refusal.fields) {
    return { email: malformedFieldTexts.email };
  }
  return { general: failureText(refusal) };
}
