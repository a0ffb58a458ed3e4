import { formErrors } from '../../i18n/form-errors.ts';
import { formProblemTexts, malformedFieldTexts } from '../../i18n/messages.ts';
import { refusalTexts } from '../../i18n/refusals.ts';

export const resetErrors = formErrors({
  missing: { password: formProblemTexts.passwordRequired },
  refused: { weak_password: { password: refusalTexts.weak_password } },
  malformed: { password: { password: malformedFieldTexts.password } },
});
