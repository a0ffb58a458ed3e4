import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { type MouseEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import {
  selectFailure,
  selectIsBusy,
  selectProblems,
} from '../../../machines/auth/auth.selectors.ts';
import { isRefusedFor } from '../../../machines/failure.ts';
import { Contact } from '../../app/components/contact.tsx';
import { Objection } from '../../app/components/objection.tsx';
import { paths } from '../../app/system/paths.ts';
import { useChild } from '../../app/system/use-child.ts';
import { hasPasskeys } from '../../ports/passkey-support.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Field } from '../../ui/field.tsx';
import { focusFirstBad } from '../../ui/first-bad-field.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { errorsOf } from './login-errors.ts';

const PasskeyLogin = lazyComponent(() => import('./passkey-way.tsx'));

/** Texts typed on the other side of the card; a password is not copied. */
export interface Typed {
  username?: string;
  email?: string;
  inviteCode?: string;
}

export interface SideProps {
  onSwitch: (event: MouseEvent<HTMLButtonElement>) => void;
  typed: Typed;
}

/** The actor of both sides, and the error of each field. */
export function useAuthForm() {
  const auth = useChild('auth');
  const problems = useSelector(auth, selectProblems);
  const failure = useSelector(auth, selectFailure);
  const isUnknown = failure !== null && isRefusedFor(failure, 'invalid_credentials');
  return {
    ...{ auth, isBusy: useSelector(auth, selectIsBusy), isUnknown },
    ...errorsOf({ problems, failure }),
  };
}

/**
 * Shows the errors of the form or the server: focuses the first invalid field, or else scrolls to the general error,
 * which may be below the edge of a small phone.
 */
export function useErrorFocus() {
  const form = useRef<HTMLFormElement>(null);
  const auth = useChild('auth');
  const problems = useSelector(auth, selectProblems);
  const failure = useSelector(auth, selectFailure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each new error of the form or server
  useEffect(() => {
    if (focusFirstBad(form.current)) return;
    const general = form.current?.querySelector('.login-error:not(:empty)');
    general?.scrollIntoView({ block: 'center' });
  }, [problems, failure]);
  return form;
}

/** The text of a field as it was typed. */
export const textOf = (form: FormData, name: string) => String(form.get(name) ?? '');

export function LoginForm({ onSwitch, typed }: SideProps) {
  const { t, i18n } = useLingui();
  const { auth, isBusy, isUnknown, fields, general } = useAuthForm();
  const [keep, setKeep] = useState(true);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    auth.send({
      type: 'login.submitted',
      form: {
        username: textOf(form, 'username'),
        password: textOf(form, 'password'),
        keep: form.has('keep'),
      },
    });
  };
  return (
    <>
      <form ref={useErrorFocus()} className="stack login-form" noValidate onSubmit={submit}>
        <Field
          label={t`Username or email`}
          name="username"
          autoComplete="username webauthn"
          dir="auto"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="next"
          defaultValue={typed.username || typed.email}
          error={fields.username && i18n._(fields.username)}
        />
        <Field
          label={t`Password`}
          name="password"
          type="password"
          dir="ltr"
          autoComplete="current-password"
          enterKeyHint="go"
          error={fields.password && i18n._(fields.password)}
        />
        <Checkbox
          label={t({ message: 'Keep me signed in', comment: 'Label of a checkbox at log-in.' })}
          name="keep"
          checked={keep}
          onChange={({ currentTarget }) => setKeep(currentTarget.checked)}
        />
        <p className="message login-error" role="alert">
          {general && i18n._(general)}
        </p>
        {general ? <Contact /> : null}
        <Button type="submit" wide busy={isBusy}>
          {t`Log in`}
        </Button>
        {hasPasskeys() ? <PasskeyLogin keep={keep} /> : null}
        <Link
          href={paths.reset}
          className="button button-quiet button-wide"
        >{t`Forgot password?`}</Link>
        <Button look="quiet" wide onClick={onSwitch}>
          {t({
            message: 'Create an account',
            comment: 'Button under the log-in form: go to registration.',
          })}
        </Button>
      </form>
      {/* a blocked account gets `invalid_credentials`, too; contains a form, so it is outside the log-in form */}
      {isUnknown ? <Objection kind="block" id={null} made={null} /> : null}
    </>
  );
}
