import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReportReason } from '../../../contract/report-reasons.ts';
import { formErrors } from '../../i18n/form-errors.ts';

/** Reasons to report, in the order of the form. */
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

export const reportErrors = formErrors({
  missing: { reason: chooseText, text: msg`Please say what is wrong.` },
});
