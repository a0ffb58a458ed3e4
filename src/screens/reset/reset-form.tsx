import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { type SubmitEvent, useState } from 'react';
import type { ResetState } from '../../../machines/reset.selectors.ts';
import { selectRefusal } from '../../../machines/reset.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, Field } from '../../ui/field.tsx';
import { focusFirstBad, useFirstBadField } from '../../ui/first-bad-field.ts';
import { errorsOf } from './reset-errors.ts';

/** One field, which can be read: nobody has to type it twice. */
export function ResetForm({ state }: { state: ResetState }) {
  const { t, i18n } = useLingui();
  const reset = useChild('reset');
  const refusal = useSelector(reset, selectRefusal);
  const { password, general } = errorsOf(state, refusal);
  const [isShown, setShown] = useState(false);
  const form = useFirstBadField(state, refusal);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get('password') ?? '');
    reset.send({ type: 'password.submitted', password: given });
    // a second press while it is empty finds the field as well
    focusFirstBad(event.currentTarget);
  };
  return (
    <Card>
      <form ref={form} className="stack" noValidate onSubmit={submit}>
        <Field
          label={t({ message: 'New password', comment: 'Label of a field.' })}
          name="password"
          type={isShown ? 'text' : 'password'}
          dir="ltr"
          autoComplete="new-password"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          hint={password ? undefined : t`At least 8 characters`}
          error={password && i18n._(password)}
        />
        <Checkbox
          label={t({ message: 'Show password', comment: 'Label of a checkbox.' })}
          checked={isShown}
          onChange={({ currentTarget }) => setShown(currentTarget.checked)}
        />
        <p className="said reset-error" role="alert">
          {general && i18n._(general)}
        </p>
        <Button type="submit" wide busy={state === 'sending'}>
          {t({ message: 'Save password', comment: 'Button (verb).' })}
        </Button>
      </form>
    </Card>
  );
}
