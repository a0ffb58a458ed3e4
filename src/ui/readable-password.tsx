import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Checkbox } from './field.tsx';

/** Attributes of password fields, and a checkbox that shows their text: the password is typed only once. */
export function useReadablePassword() {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  const secret = {
    type: isShown ? 'text' : 'password',
    dir: 'ltr',
    autoCapitalize: 'none',
    spellCheck: false,
  } as const;
  const showPassword = (
    <Checkbox
      label={t({ message: 'Show password', comment: 'Label of a checkbox.' })}
      checked={isShown}
      onChange={({ currentTarget }) => setShown(currentTarget.checked)}
    />
  );
  return { secret, showPassword };
}
