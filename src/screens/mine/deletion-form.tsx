import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectUser } from '../../../machines/auth/auth.selectors.ts';
import { useForm } from '../../app/components/use-form.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useReadablePassword } from '../../ui/readable-password.tsx';
import { deletionErrors } from './deletion-errors.ts';

/** The last look: whoever has the phone for a moment does not know the password. */
export function DeletionForm() {
  const { t, i18n } = useLingui();
  const username = useSelector(useChild('auth'), selectUser)?.username ?? '';
  const { errors, isBusy, form } = useForm(useChild('deletion'), deletionErrors);
  const { password, general } = errors;
  const { secret, showPassword } = useReadablePassword();
  // the button that led here is gone
  const { ref } = form;
  useEffect(() => ref.current?.querySelector<HTMLElement>('[name=password]')?.focus(), [ref]);
  return (
    <form {...form}>
      <p className="card-note">
        <Trans comment="{username}: of the account. For good: nobody can undo it.">
          Type your password to delete the account <bdi translate="no">{username}</bdi> for good.
        </Trans>
      </p>
      {/* whose password it is, for what keeps passwords */}
      <input hidden readOnly autoComplete="username" value={username} />
      <Field
        label={t({ message: 'Current password', comment: 'Label of a field.' })}
        name="password"
        {...secret}
        autoComplete="current-password"
        enterKeyHint="go"
        error={password && i18n._(password)}
      />
      {showPassword}
      <FormError error={general} />
      <Button type="submit" wide className="button-harm" busy={isBusy}>
        {t({
          message: 'Delete for good',
          comment: 'Button (verb): deletes the account. Nobody can undo it.',
        })}
      </Button>
    </form>
  );
}
