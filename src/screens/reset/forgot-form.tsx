import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { SubmitEvent } from 'react';
import { selectForgotState, selectRefusal } from '../../../machines/forgot.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { focusFirstBad, useFirstBadField } from '../../ui/first-bad-field.ts';
import { errorsOf } from './forgot-errors.ts';

/** Asks for a link by e-mail. What is said afterwards is the same of every address. */
export function ForgotForm() {
  const { t, i18n } = useLingui();
  const forgot = useChild('forgot');
  const state = useSelector(forgot, selectForgotState);
  const refusal = useSelector(forgot, selectRefusal);
  const { email, general } = errorsOf(state, refusal);
  const form = useFirstBadField(state, refusal);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get('email') ?? '');
    forgot.send({ type: 'address.submitted', email: given });
    // a second press while it is empty finds the field as well
    focusFirstBad(event.currentTarget);
  };
  return (
    <Card
      title={t({
        message: 'Forgot password?',
        comment: 'Link under the log-in form, and the title of the form that it leads to.',
      })}
    >
      <form ref={form} className="stack" noValidate onSubmit={submit}>
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
        <p className="said reset-error" role="alert">
          {general && i18n._(general)}
        </p>
        <p className="said reset-sent" role="status">
          {state === 'sent'
            ? t({
                message:
                  'If an account has this email, a link is on its way. It works once, for 30 minutes. Look in your spam folder, too.',
                comment: 'After asking for a link by email to choose a new password.',
              })
            : null}
        </p>
        <Button type="submit" wide busy={state === 'sending'}>
          {t({
            message: 'Send link',
            comment: 'Button (verb): mail me a link to choose a new password.',
          })}
        </Button>
      </form>
    </Card>
  );
}
