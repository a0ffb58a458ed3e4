import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CallFailure } from '../../../contract/failure.ts';
import type { ReportReason } from '../../../contract/report-reasons.ts';
import type { selectMissing } from '../../../machines/report.selectors.ts';
import { failureText } from '../../i18n/refusals.ts';

/** Why something must not be shown, in the order in which it is asked. */
export const reasonTexts: Readonly<Record<ReportReason, MessageDescriptor>> = {
  illegal: msg({ message: 'It is illegal', comment: 'Reason to report a clip or an ad.' }),
  harms_children: msg({
    message: 'It harms children',
    comment: 'Reason to report a clip or an ad.',
  }),
  sexual: msg({ message: 'It is sexual', comment: 'Reason to report a clip or an ad.' }),
  violent: msg({ message: 'It is violent', comment: 'Reason to report a clip or an ad.' }),
  misleading: msg({
    message: 'It misleads people',
    comment: 'Reason to report a clip or an ad: it lies or cheats.',
  }),
  mine: msg({
    message: 'It is mine, or shows me',
    comment: 'Reason to report a clip or an ad: the reporter’s own work or picture, not allowed.',
  }),
  other: msg({ message: 'Something else', comment: 'Last reason to report a clip or an ad.' }),
};

export const chooseText = msg({
  message: 'Choose a reason',
  comment: 'Stands in an empty list of reasons to report a clip, and asks for one.',
});

interface Errors {
  /** what stands beside each field */
  reason?: MessageDescriptor;
  text?: MessageDescriptor;
  /** what no field is to blame for */
  general?: MessageDescriptor;
}

/** What to write where: what was left empty, or what the server said. */
export function errorsOf(
  missing: ReturnType<typeof selectMissing>,
  refusal: CallFailure | null,
): Errors {
  if (refusal) return { general: failureText(refusal) };
  if (missing.includes('reason')) return { reason: chooseText };
  return missing.includes('text') ? { text: msg`Please say what is wrong.` } : {};
}
