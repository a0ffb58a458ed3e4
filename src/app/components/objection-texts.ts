import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Objection } from '../../../contract/objection.ts';
import type { ObjectedItem } from '../../../machines/objection.machine.ts';
import { formErrors } from '../../i18n/form-errors.ts';
import { formProblemTexts } from '../../i18n/messages.ts';

/** Texts of the button beside a refusal: to object, or the objection's status. */
export const buttonTexts: Record<Objection['status'] | 'none', MessageDescriptor> = {
  none: msg({
    message: 'Object',
    comment:
      'Button (verb) beside a refusal of money: say that it is wrong, and have it decided anew. Narrow.',
  }),
  open: msg({
    message: 'Objection sent',
    comment:
      'Button beside a refusal of money: how the objection of the user to it stands. Narrow.',
  }),
  upheld: msg({
    message: 'Objection accepted',
    comment:
      'Button beside a refusal of money: how the objection of the user to it stands. Narrow.',
  }),
  dismissed: msg({
    message: 'Objection rejected',
    comment:
      'Button beside a refusal of money: how the objection of the user to it stands. Narrow.',
  }),
};

/** For the log-in, which does not reveal whether an account is blocked. */
export const blockedText = msg({
  message: 'Account blocked? Object',
  comment:
    'Button under a failed log-in (verb): if the account was blocked, say that this is wrong. Nobody is told whether it is blocked.',
});

/** Titles of the objection's sheet. */
export const titleTexts: Record<ObjectedItem['kind'], MessageDescriptor> = {
  withdrawal: msg({
    message: 'Object to this rejection',
    comment:
      'Title of a sheet (verb): a withdrawal was rejected, and the user says that this is wrong.',
  }),
  correction: msg({
    message: 'Object to this correction',
    comment:
      'Title of a sheet (verb): an amount was taken from the balance, and the user says that this is wrong.',
  }),
  block: msg({
    message: 'Object to a block',
    comment:
      'Title of a sheet (verb): the account was blocked, and the user says that this is wrong.',
  }),
};

export const objectionErrors = formErrors({
  missing: {
    text: msg`Please say what is wrong.`,
    username: formProblemTexts.nameRequired,
    password: formProblemTexts.passwordRequired,
  },
});
