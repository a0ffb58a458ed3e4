import { msg } from '@lingui/core/macro';
import { formErrors } from '../../i18n/form-errors.ts';
import { formProblemTexts, malformedFieldTexts } from '../../i18n/messages.ts';
import { refusalTexts } from '../../i18n/refusals.ts';

const wrong = {
  code: msg({
    message: 'This username or recovery code is wrong.',
    comment: 'Which of the two is not told.',
  }),
};

export const recoverErrors = formErrors({
  missing: {
    username: formProblemTexts.nameRequired,
    code: msg`Enter a recovery code.`,
    password: formProblemTexts.passwordRequired,
  },
  refused: { invalid_credentials: wrong, weak_password: { password: refusalTexts.weak_password } },
  malformed: {
    password: { password: malformedFieldTexts.password },
    // the text is longer than any code or name
    code: wrong,
    username: wrong,
  },
});
