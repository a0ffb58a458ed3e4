import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectUser } from '../../../machines/auth/auth.selectors.ts';
import { Field } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useChild } from '../system/use-child.ts';
import type { proofErrors } from './proof-errors.ts';

/** The field for the current password, with the error of the proof of identity. */
export function CurrentPassword({ errors }: { errors: ReturnType<typeof proofErrors> }) {
  const { t, i18n } = useLingui();
  const user = useSelector(useChild('auth'), selectUser);
  const { password, general } = errors;
  return (
    <>
      {/* the username, for password managers */}
      <input hidden readOnly autoComplete="username" value={user?.username ?? ''} />
      <Field
        label={t`Current password`}
        name="password"
        type="password"
        dir="ltr"
        autoComplete="current-password"
        enterKeyHint="go"
        error={password && i18n._(password)}
      />
      <FormError error={general} />
    </>
  );
}
