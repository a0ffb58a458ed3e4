import { useLingui } from '@lingui/react/macro';
import type { SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Field } from '../../ui/field.tsx';
import { errorsOf } from './login-errors.ts';
import { type SideProps, textOf } from './login-form.tsx';

const readForm = (element: HTMLFormElement) => {
  const form = new FormData(element);
  return {
    username: textOf(form, 'username'),
    email: textOf(form, 'email'),
    password: textOf(form, 'password'),
    confirmation: textOf(form, 'confirmation'),
    inviteCode: textOf(form, 'invite_code'),
    keep: form.has('keep'),
  };
};

/** `inviteCode` comes from the friend's link; it may be changed. */
export function RegisterForm({
  snapshot,
  send,
  onSwitch,
  inviteCode,
}: SideProps & { inviteCode: string }) {
  const { t } = useLingui();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    send({ type: 'register.submitted', form: readForm(event.currentTarget) });
  };
  return (
    <form className="login-form" noValidate onSubmit={submit}>
      <RegisterFields context={snapshot.context} inviteCode={inviteCode} />
      <Checkbox label={t`Keep me signed in`} name="keep" defaultChecked />
      <Button type="submit" wide busy={snapshot.hasTag('busy')}>
        {t`Register`}
      </Button>
      <Button look="quiet" wide onClick={onSwitch}>
        {t`I have an account`}
      </Button>
    </form>
  );
}

type FieldsProps = Pick<SideProps['snapshot'], 'context'> & { inviteCode: string };

function RegisterFields({ context, inviteCode }: FieldsProps) {
  const { t, i18n } = useLingui();
  const { fields, general } = errorsOf(context);
  const secret = { type: 'password', autoComplete: 'new-password' } as const;
  const plain = { autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <>
      <Field
        {...plain}
        label={t`Username`}
        name="username"
        autoComplete="username"
        error={fields.username && i18n._(fields.username)}
      />
      <Field
        {...plain}
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="email"
        error={fields.email && i18n._(fields.email)}
      />
      <Field
        {...secret}
        label={t`Password`}
        name="password"
        hint={fields.password ? undefined : t`At least 8 characters`}
        error={fields.password && i18n._(fields.password)}
      />
      <Field
        {...secret}
        label={t`Confirm password`}
        name="confirmation"
        error={fields.confirmation && i18n._(fields.confirmation)}
      />
      <Field
        {...plain}
        label={t`Invite code (optional)`}
        name="invite_code"
        autoComplete="off"
        defaultValue={inviteCode}
        error={fields.inviteCode && i18n._(fields.inviteCode)}
      />
      <p className="login-error" role="alert">
        {general && i18n._(general)}
      </p>
    </>
  );
}
