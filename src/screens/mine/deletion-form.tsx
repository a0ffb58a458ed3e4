import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { type SubmitEvent, useEffect, useState } from 'react';
import { selectUser } from '../../../machines/auth/auth.selectors.ts';
import { selectDeletionState, selectRefusal } from '../../../machines/deletion.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Field } from '../../ui/field.tsx';
import { useFirstBadField } from '../../ui/first-bad-field.ts';
import { errorsOf } from './deletion-errors.ts';

/** The last look: whoever has the phone for a moment does not know the password. */
export function DeletionForm() {
  const { t, i18n } = useLingui();
  const deletion = useChild('deletion');
  const username = useSelector(useChild('auth'), selectUser)?.username ?? '';
  const state = useSelector(deletion, selectDeletionState);
  const refusal = useSelector(deletion, selectRefusal);
  const [isShown, setShown] = useState(false);
  const form = useFirstBadField(state, refusal);
  // the button that led here is gone
  useEffect(() => form.current?.querySelector<HTMLElement>('[name=password]')?.focus(), [form]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    deletion.send({ type: 'delete.submitted', password });
  };
  const { password, general } = errorsOf(state === 'incomplete', refusal);
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
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
        type={isShown ? 'text' : 'password'}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="current-password"
        enterKeyHint="go"
        error={password && i18n._(password)}
      />
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
      <Button
        type="submit"
        wide
        className="button-harm"
        busy={state === 'sending' || state === 'forgetting'}
      >
        {t({
          message: 'Delete for good',
          comment: 'Button (verb): deletes the account. Nobody can undo it.',
        })}
      </Button>
    </form>
  );
}
