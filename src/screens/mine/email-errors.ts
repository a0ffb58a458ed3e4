import { wrongPassword } from '../../app/components/wrong-password.ts';
import { formErrors } from '../../i18n/form-errors.ts';
import { formProblemTexts, malformedFieldTexts } from '../../i18n/messages.ts';

export const emailErrors = formErrors({
  missing: {
    email: formProblemTexts.emailRequired,
    password: formProblemTexts.passwordRequired,
  },
  refused: { invalid_credentials: wrongPassword },
  malformed: {
    email: { email: malformedFieldTexts.email },
    // longer than any password is
    password: wrongPassword,
  },
});
