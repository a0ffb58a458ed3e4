import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectUser } from '../../../machines/auth/auth.selectors.ts';
import { selectState } from '../../../machines/form.selectors.ts';
import { startEmailChange } from '../../app/actors/email-change.actors.ts';
import { useForm } from '../../app/components/use-form.ts';
import { useChild, useChildIfAny, useEffects, useRoot } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { emailErrors } from './email-errors.ts';

/** Where the e-mail is changed; its machine starts with it, and stays. */
export default function EmailSheet() {
  const root = useRoot();
  const effects = useEffects();
  useEffect(() => startEmailChange({ root, effects }), [root, effects]);
  return useChildIfAny('emailChange') ? <Opened /> : null;
}

function Opened() {
  const { t } = useLingui();
  const actor = useChild('emailChange');
  const state = useSelector(actor, selectState);
  if (state === 'closed') return null;
  const close = () => actor.send({ type: 'dialog.closed' });
  return (
    <Sheet
      title={t({ message: 'Change email', comment: 'Row (verb), and the title of its form.' })}
      onClose={close}
    >
      {state === 'sent' ? (
        <Sent onClose={close} />
      ) : (
        <>
          <EmailForm />
          <Button
            wide
            look="quiet"
            aria-disabled={state === 'sending' || undefined}
            onClick={close}
          >{t`Close`}</Button>
        </>
      )}
    </Sheet>
  );
}

function EmailForm() {
  const { t, i18n } = useLingui();
  const { errors, isBusy, form } = useForm(useChild('emailChange'), emailErrors);
  const user = useSelector(useChild('auth'), selectUser);
  const plain = { dir: 'ltr', autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <form {...form}>
      <p>{t`Your email changes when you open the link that we send to the new one.`}</p>
      <Field
        {...plain}
        label={t({ message: 'New email', comment: 'Label of a field.' })}
        name="email"
        type="email"
        autoComplete="email"
        enterKeyHint="next"
        error={errors.email && i18n._(errors.email)}
      />
      {/* whose password it is, for what keeps passwords */}
      <input hidden readOnly autoComplete="username" value={user?.username ?? ''} />
      <Field
        {...plain}
        label={t`Current password`}
        name="password"
        type="password"
        autoComplete="current-password"
        enterKeyHint="send"
        error={errors.password && i18n._(errors.password)}
      />
      {errors.general ? (
        <p className="field-error" role="alert">
          {i18n._(errors.general)}
        </p>
      ) : null}
      <Button type="submit" wide busy={isBusy}>{t`Send link`}</Button>
    </form>
  );
}

function Sent({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<CheckIcon />}
      title={t`Open the link in your email`}
      isHeading
      role="status"
      action={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      {t({
        message:
          'A link is on its way to the new email, unless another account has it. It works once, for 24 hours. Look in your spam folder, too.',
        comment: 'After asking for another email address.',
      })}
    </EmptyState>
  );
}
