import { useLingui } from '@lingui/react/macro';
import type { MouseEvent, SubmitEvent } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { authMachine } from '../../../machines/auth.machine.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Field } from '../../ui/field.tsx';
import { errorsOf } from './login-errors.ts';

export interface SideProps {
  snapshot: SnapshotFrom<typeof authMachine>;
  send: ActorRefFrom<typeof authMachine>['send'];
  onSwitch: (event: MouseEvent) => void;
}

/** The text of a field as it was typed. */
export const textOf = (form: FormData, name: string) => String(form.get(name) ?? '');

export function LoginForm({ snapshot, send, onSwitch }: SideProps) {
  const { t, i18n } = useLingui();
  const { fields, general } = errorsOf(snapshot.context);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    send({
      type: 'login.submitted',
      form: {
        username: textOf(form, 'username'),
        password: textOf(form, 'password'),
        keep: form.has('keep'),
      },
    });
  };
  return (
    <form className="login-form" noValidate onSubmit={submit}>
      <Field
        label={t`Username or email`}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        error={fields.username && i18n._(fields.username)}
      />
      <Field
        label={t`Password`}
        name="password"
        type="password"
        autoComplete="current-password"
        enterKeyHint="go"
        error={fields.password && i18n._(fields.password)}
      />
      <Checkbox label={t`Keep me signed in`} name="keep" defaultChecked />
      <p className="login-error" role="alert">
        {general && i18n._(general)}
      </p>
      <Button type="submit" wide busy={snapshot.hasTag('busy')}>
        {t`Log in`}
      </Button>
      <Button look="quiet" wide onClick={onSwitch}>
        {t`Create an account`}
      </Button>
    </form>
  );
}
