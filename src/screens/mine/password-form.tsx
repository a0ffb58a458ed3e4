import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { selectUser } from '../../../machines/auth/auth.selectors.ts';
import { useForm } from '../../app/components/use-form.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Field } from '../../ui/field.tsx';
import { passwordErrors } from './password-errors.ts';

interface FieldsProps {
  isShown: boolean;
  errors: ReturnType<typeof passwordErrors>;
}

/** Both can be read: nobody has to type the new one twice. */
export function PasswordForm() {
  const { t, i18n } = useLingui();
  const { errors, isBusy, form } = useForm(useChild('password'), passwordErrors);
  const [isShown, setShown] = useState(false);
  return (
    <form {...form}>
      <PasswordFields isShown={isShown} errors={errors} />
      <Checkbox
        label={t`Show password`}
        checked={isShown}
        onChange={({ currentTarget }) => setShown(currentTarget.checked)}
      />
      {errors.general ? (
        <p className="field-error" role="alert">
          {i18n._(errors.general)}
        </p>
      ) : null}
      <Button type="submit" wide busy={isBusy}>{t`Save password`}</Button>
    </form>
  );
}

function PasswordFields({ isShown, errors: { password, new_password } }: FieldsProps) {
  const { t, i18n } = useLingui();
  const user = useSelector(useChild('auth'), selectUser);
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
        hint={new_password ? undefined : t`At least 8 characters`}
        error={new_password && i18n._(new_password)}
      />
    </>
  );
}
