import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { SubmitEvent } from 'react';
import { selectRegistration } from '../../../machines/auth/auth.selectors.ts';
import { selectIsProving } from '../../../machines/registration.selectors.ts';
import { useConfig } from '../../app/components/operator-page.tsx';
import { useChild } from '../../app/system/use-child.ts';
import { refusalTexts } from '../../i18n/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Field } from '../../ui/field.tsx';
import { type SideProps, type Typed, textOf, useAuthForm, useErrorFocus } from './login-form.tsx';
import { Statement, statementIn } from './statement.tsx';

const readForm = (element: HTMLFormElement, config: ReturnType<typeof useConfig>) => {
  const form = new FormData(element);
  return {
    username: textOf(form, 'username'),
    email: textOf(form, 'email'),
    password: textOf(form, 'password'),
    confirmation: textOf(form, 'confirmation'),
    inviteCode: textOf(form, 'invite_code'),
    keep: form.has('keep'),
    ...statementIn(config, form),
  };
};

/** The invite code is filled in from the friend's link, and can be changed. */
export function RegisterForm({ onSwitch, typed }: SideProps) {
  const { t, i18n } = useLingui();
  const { auth, isBusy } = useAuthForm();
  const config = useConfig();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    auth.send({ type: 'register.submitted', form: readForm(event.currentTarget, config) });
  };
  const ref = useErrorFocus();
  return (
    <form ref={ref} className="stack login-form" noValidate onSubmit={submit}>
      {config?.registration_closed ? (
        <p>{i18n._(refusalTexts.country_closed)}</p>
      ) : (
        <>
          <RegisterFields typed={typed} />
          <Checkbox label={t`Keep me signed in`} name="keep" defaultChecked />
          <Statement />
          <ProofOfWorkNotice />
          <Button type="submit" wide busy={isBusy}>
            {t`Register`}
          </Button>
        </>
      )}
      <Button look="quiet" wide onClick={onSwitch}>
        {t({
          message: 'I have an account',
          comment: 'Button under the registration form: go to log-in.',
        })}
      </Button>
    </form>
  );
}

/** Notice of a proof of work: the server asks for one after many registrations from this network. */
function ProofOfWorkNotice() {
  const { t } = useLingui();
  const registration = useSelector(useChild('auth'), selectRegistration);
  const isProving = useSelector(registration, selectIsProving);
  return (
    <p className="message" role="status">
      {isProving
        ? t({
            message: 'Checking that you are not a robot…',
            comment: 'For a second under the registration form, while its button is busy.',
          })
        : null}
    </p>
  );
}

function RegisterFields({ typed }: { typed: Typed }) {
  const { t, i18n } = useLingui();
  const { fields, general } = useAuthForm();
  const secret = { type: 'password', dir: 'ltr', autoComplete: 'new-password' } as const;
  const plain = { autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <>
      <Field
        {...plain}
        label={t({ message: 'Username', comment: 'Label of a field.' })}
        name="username"
        dir="auto"
        defaultValue={typed.username}
        autoComplete="username"
        error={fields.username && i18n._(fields.username)}
      />
      <Field
        {...plain}
        label={t({ message: 'Email', comment: 'Label of a field: the email address.' })}
        name="email"
        dir="ltr"
        type="email"
        defaultValue={typed.email}
        autoComplete="email"
        error={fields.email && i18n._(fields.email)}
      />
      <Field
        {...secret}
        label={t`Password`}
        name="password"
        hint={
          fields.password
            ? undefined
            : t({ message: 'At least 8 characters', comment: 'Hint under the password field.' })
        }
        error={fields.password && i18n._(fields.password)}
      />
      <Field
        {...secret}
        label={t({
          message: 'Confirm password',
          comment: 'Label of the field where the password is typed a second time.',
        })}
        name="confirmation"
        error={fields.confirmation && i18n._(fields.confirmation)}
      />
      <Field
        {...plain}
        label={t({
          message: 'Invite code (optional)',
          comment: 'Label of a field at registration: the code of the friend who invited.',
        })}
        name="invite_code"
        dir="ltr"
        autoComplete="off"
        defaultValue={typed.inviteCode}
        error={fields.inviteCode && i18n._(fields.inviteCode)}
      />
      <p className="message login-error" role="alert">
        {general && i18n._(general)}
      </p>
    </>
  );
}
