import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm } from '../../app/components/use-form.ts';
import { useChild, useChildIfAny } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { useReadablePassword } from '../../ui/readable-password.tsx';
import { recoverErrors } from './recover-errors.ts';

/** Form for a new password by a recovery code, behind a button: most people have a link. */
export function Recover() {
  const { t } = useLingui();
  const isAvailable = useChildIfAny('recover') !== undefined;
  const [isWanted, setWanted] = useState(false);
  if (!isAvailable) return null;
  if (isWanted) return <RecoverForm />;
  return (
    <Button look="quiet" wide onClick={() => setWanted(true)}>{t`Use a recovery code`}</Button>
  );
}

function RecoverForm() {
  const { t, i18n } = useLingui();
  const { errors, isBusy, form } = useForm(useChild('recover'), recoverErrors);
  const { general } = errors;
  return (
    <Card
      takesFocus
      title={t({
        message: 'Use a recovery code',
        comment: 'Button (verb), and the title of the form that it opens.',
      })}
    >
      <form {...form}>
        <RecoverFields errors={errors} />
        <p className="message reset-error" role="alert">
          {general && i18n._(general)}
        </p>
        <Button type="submit" wide busy={isBusy}>
          {t`Save password`}
        </Button>
      </form>
    </Card>
  );
}

function RecoverFields({ errors }: { errors: ReturnType<typeof recoverErrors> }) {
  const { t, i18n } = useLingui();
  const { username, code, password } = errors;
  const { secret, showPassword } = useReadablePassword();
  const plain = { autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <>
      <Field
        {...plain}
        label={t`Username or email`}
        name="username"
        dir="auto"
        autoComplete="username"
        enterKeyHint="next"
        error={username && i18n._(username)}
      />
      <Field
        {...plain}
        label={t({ message: 'Recovery code', comment: 'Label of a field.' })}
        name="code"
        dir="ltr"
        autoComplete="off"
        enterKeyHint="next"
        error={code && i18n._(code)}
      />
      <Field
        {...secret}
        label={t`New password`}
        name="password"
        autoComplete="new-password"
        enterKeyHint="go"
        hint={password ? undefined : t`At least 8 characters`}
        error={password && i18n._(password)}
      />
      {showPassword}
    </>
  );
}
