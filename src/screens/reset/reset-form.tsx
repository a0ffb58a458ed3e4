import { useLingui } from '@lingui/react/macro';
import { useForm } from '../../app/components/use-form.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { useReadablePassword } from '../../ui/readable-password.tsx';
import { resetErrors } from './reset-errors.ts';

/** One field, whose text can be shown, so the password is typed only once. */
export function ResetForm() {
  const { t, i18n } = useLingui();
  const { errors, isBusy, form } = useForm(useChild('reset'), resetErrors);
  const { password, general } = errors;
  const { secret, showPassword } = useReadablePassword();
  return (
    <Card>
      <form {...form}>
        <Field
          label={t({ message: 'New password', comment: 'Label of a field.' })}
          name="password"
          {...secret}
          autoComplete="new-password"
          enterKeyHint="go"
          hint={password ? undefined : t`At least 8 characters`}
          error={password && i18n._(password)}
        />
        {showPassword}
        <p className="message reset-error" role="alert">
          {general && i18n._(general)}
        </p>
        <Button type="submit" wide busy={isBusy}>
          {t({ message: 'Save password', comment: 'Button (verb).' })}
        </Button>
      </form>
    </Card>
  );
}
