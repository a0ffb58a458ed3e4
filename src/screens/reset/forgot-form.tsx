import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectState } from '../../../machines/sheet.selectors.ts';
import { emailErrors } from '../../app/components/email-errors.ts';
import { useForm } from '../../app/components/use-form.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';

/** Form to request a link by e-mail. The answer is the same for every address. */
export function ForgotForm() {
  const { t, i18n } = useLingui();
  const forgot = useChild('forgot');
  const { errors, isBusy, form } = useForm(forgot, emailErrors);
  const { email, general } = errors;
  const isSent = useSelector(forgot, selectState) === 'sent';
  return (
    <Card
      title={t({
        message: 'Forgot password?',
        comment: 'Link under the log-in form, and the title of the form that it leads to.',
      })}
    >
      <form {...form}>
        <p>
          {t({
            message:
              'Enter the email of your account. You will get a link to choose a new password.',
            comment: 'Above the form to ask for a new password.',
          })}
        </p>
        <Field
          label={t`Email`}
          name="email"
          type="email"
          dir="ltr"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="send"
          error={email && i18n._(email)}
        />
        <p className="message reset-error" role="alert">
          {general && i18n._(general)}
        </p>
        <p className="message reset-sent" role="status">
          {isSent
            ? t({
                message:
                  'If an account has this email, a link is on its way. It works once, for 30 minutes. Look in your spam folder, too.',
                comment: 'After asking for a link by email to choose a new password.',
              })
            : null}
        </p>
        <Button type="submit" wide busy={isBusy}>
          {t({
            message: 'Send link',
            comment: 'Button (verb): mail me a link to choose a new password.',
          })}
        </Button>
      </form>
    </Card>
  );
}
