import { formErrors } from '../../i18n/form-errors.ts';
import { formProblemTexts } from '../../i18n/messages.ts';
import { wrongPassword } from './wrong-password.ts';

export const proofErrors = formErrors({
  missing: { password: formProblemTexts.passwordRequired },
  refused: { invalid_credentials: wrongPassword },
  // the typed text is longer than any password can be
  malformed: { password: wrongPassword },
});
