import { msg } from '@lingui/core/macro';
import { wrongPassword } from '../../app/components/wrong-password.ts';
import { formErrors } from '../../i18n/form-errors.ts';
import { formProblemTexts } from '../../i18n/messages.ts';

export const pendingFirst = msg({
  message:
    'You have a withdrawal in process. Wait until it has ended, or cancel it, before you delete your account.',
  comment: 'Why an account cannot be deleted now.',
});

export const deletionErrors = formErrors({
  missing: { password: formProblemTexts.passwordRequired },
  refused: { invalid_credentials: wrongPassword, pending_exists: { general: pendingFirst } },
  // longer than any password is
  malformed: { password: wrongPassword },
});
