import { formErrors } from '../../i18n/form-errors.ts';
import { formProblemTexts, malformedFieldTexts } from '../../i18n/messages.ts';

export const emailErrors = formErrors({
  missing: { email: formProblemTexts.emailRequired },
  malformed: { email: { email: malformedFieldTexts.email } },
});
