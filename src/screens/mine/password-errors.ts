import { formErrors } from '../../i18n/form-errors.ts';
import { formProblemTexts, malformedFieldTexts } from '../../i18n/messages.ts';
import { refusalTexts } from '../../i18n/refusals.ts';

export const passwordErrors = formErrors({
  missing: { new_password: formProblemTexts.passwordRequired },
  refused: { weak_password: { new_password: refusalTexts.weak_password } },
  malformed: { new_password: { new_password: malformedFieldTexts.password } },
});
