import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { type SubmitEvent, useState } from 'react';
import { selectUser } from '../../../machines/auth/auth.selectors.ts';
import {
  selectMissing,
  selectPasswordState,
  selectRefusal,
} from '../../../machines/password.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Field } from '../../ui/field.tsx';
import { useFirstBadField } from '../../ui/first-bad-field.ts';
import { errorsOf } from './password-errors.ts';

/** Both can be read: nobody has to type the new one twice. */
export function PasswordForm() {
  const { t, i18n } = useLingui();
  const password = useChild('password');
  const state = useSelector(password, selectPasswordState);
  const missing = useSelector(password, selectMissing);
  const refusal = useSelector(password, selectRefusal);
  const [isShown, setShown] = useState(false);
  const form = useFirstBadField(missing, refusal);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const textOf = (name: string) => String(typed.get(name) ?? '');
    password.send({
      type: 'change.submitted',
      password: textOf('password'),
      newPassword: textOf('new_password'),
    });
  };
  const { general } = errorsOf(missing, refusal);
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <Fields isShown={isShown} />
      <Checkbox
        label={t`Show password`}
        checked={isShown}
        onChange={({ currentTarget }) => setShown(currentTarget.checked)}
      />
      {general ? (
        <p className="field-error" role="alert">
          {i18n._(general)}
        </p>
      ) : null}
      <Button type="submit" wide busy={state === 'sending'}>{t`Save password`}</Button>
    </form>
  );
}

function Fields({ isShown }: { isShown: boolean }) {
  const { t, i18n } = useLingui();
  const actor = useChild('password');
  const user = useSelector(useChild('auth'), selectUser);
  const missing = useSelector(actor, selectMissing);
  const { password, newPassword } = errorsOf(missing, useSelector(actor, selectRefusal));
  const secret = {
    type: isShown ? 'text' : 'password',
    dir: 'ltr',
    autoCapitalize: 'none',
    spellCheck: false,
  } as const;
  return (
    <>
      {/* whose password it is, for what keeps passwords */}
      <input hidden readOnly autoComplete="username" value={user?.username ?? ''} />
      <Field
        label={t({ message: 'Current password', comment: 'Label of a field.' })}
        name="password"
        {...secret}
        autoComplete="current-password"
        enterKeyHint="next"
        error={password && i18n._(password)}
      />
      <Field
        label={t`New password`}
        name="new_password"
        {...secret}
        autoComplete="new-password"
        enterKeyHint="go"
        hint={newPassword ? undefined : t`At least 8 characters`}
        error={newPassword && i18n._(newPassword)}
      />
    </>
  );
}
