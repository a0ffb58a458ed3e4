import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectUser } from '../../../machines/auth/auth.selectors.ts';
import { useResubmitWhenProven } from '../../app/components/proving.tsx';
import { useForm } from '../../app/components/use-form.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useReadablePassword } from '../../ui/readable-password.tsx';
import { passwordErrors } from './password-errors.ts';

/** The password can be shown, so it is typed only once. */
export function PasswordForm() {
  const { t, i18n } = useLingui();
  const user = useSelector(useChild('auth'), selectUser);
  const { errors, isBusy, form } = useForm(useChild('password'), passwordErrors);
  useResubmitWhenProven('password', form.ref);
  const { new_password, general } = errors;
  const { secret, showPassword } = useReadablePassword();
  return (
    <form {...form}>
      {/* the user name, for password managers */}
      <input hidden readOnly autoComplete="username" value={user?.username ?? ''} />
      <Field
        {...secret}
        label={t`New password`}
        name="new_password"
        autoComplete="new-password"
        enterKeyHint="go"
        hint={new_password ? undefined : t`At least 8 characters`}
        error={new_password && i18n._(new_password)}
      />
      {showPassword}
      <FormError error={general} />
      <Button type="submit" wide busy={isBusy}>{t`Save password`}</Button>
    </form>
  );
}
