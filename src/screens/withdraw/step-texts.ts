import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Standing } from '../../../machines/withdrawal/rules.ts';
import { endingTexts } from '../../i18n/endings.ts';

/** State of a withdrawal, in a word or two. */
export const shortStandingTexts: Record<Standing, MessageDescriptor> = {
  pending: msg({
    message: 'In process',
    comment: 'State of a withdrawal: requested, not yet paid.',
  }),
  in_review: msg({
    message: 'In review',
    comment: 'State of a withdrawal: the operator looks at it before it is paid.',
  }),
  processing: msg({
    message: 'On its way',
    comment: 'State of a withdrawal: the money is being sent.',
  }),
  paid: msg({
    message: 'Paid',
    comment: 'State of a withdrawal: the money was sent to the user.',
  }),
  failed: msg({
    message: 'Failed',
    comment: 'State of a withdrawal: it could not be paid out; the money is back.',
  }),
  returned: msg({
    message: 'Returned',
    comment: 'State of a withdrawal: the bank sent it back; the money is back.',
  }),
  rejected: msg({
    message: 'Rejected',
    comment: 'State of a withdrawal: refused by the operator.',
  }),
  cancelled: msg({
    message: 'Cancelled by you',
    comment: 'State of a withdrawal: the user took it back before it was paid. Narrow.',
  }),
};

/** State of a withdrawal as a sentence, the title of its details. */
export const standingSentences: Record<Standing, MessageDescriptor> = {
  pending: msg`Your withdrawal is in process`,
  in_review: msg`Your withdrawal is in review`,
  processing: msg`Your withdrawal is on its way`,
  ...endingTexts,
};
