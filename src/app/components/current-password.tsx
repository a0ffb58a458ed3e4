import { useLingui } from '@lingui/react/macro';
import { Field } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import type { proofErrors } from './proof-errors.ts';

/** The field by which whoever is logged in shows that it is them, and what was wrong with it. */
export function CurrentPassword({ errors }: { errors: ReturnType<typeof proofErrors> }) {
  const { t, i18n } = useLingui();
  const { password, general } = errors;
  return (
    <>
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
