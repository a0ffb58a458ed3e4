import { wrongPassword } from '../../app/components/wrong-password.ts';
import { formErrors } from '../../i18n/form-errors.ts';
import { formProblemTexts, malformedFieldTexts } from '../../i18n/messages.ts';
import { refusalTexts } from '../../i18n/refusals.ts';

export const passwordErrors = formErrors({
  missing: {
    password: formProblemTexts.passwordRequired,
    new_password: formProblemTexts.passwordRequired,
  },
  refused: {
    invalid_credentials: wrongPassword,
    weak_password: { new_password: refusalTexts.weak_password },
  },
  malformed: {
    // longer than any password is
    password: wrongPassword,
    new_password: { new_password: malformedFieldTexts.password },
  },
});
