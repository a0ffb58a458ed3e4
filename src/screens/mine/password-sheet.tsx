import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectState } from '../../../machines/form.selectors.ts';
import { startPassword } from '../../app/actors/password.actors.ts';
import { useChild, useChildIfAny, useEffects, useRoot } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PasswordForm } from './password-form.tsx';

/** Where the password is changed; its machine starts with it, and stays. */
export default function PasswordSheet() {
  const root = useRoot();
  const effects = useEffects();
  useEffect(() => startPassword({ root, effects }), [root, effects]);
  return useChildIfAny('password') ? <Opened /> : null;
}

function Opened() {
  const { t } = useLingui();
  const password = useChild('password');
  const state = useSelector(password, selectState);
  if (state === 'closed') return null;
  const close = () => password.send({ type: 'dialog.closed' });
  return (
    <Sheet title={t`Choose a new password`} onClose={close}>
      {state === 'done' ? (
        <Done onClose={close} />
      ) : (
        <>
          <PasswordForm />
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

function Done({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<CheckIcon />}
      title={t`Your new password is set`}
      isHeading
      role="status"
      action={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      {t({
        message: 'All your other devices are logged out.',
        comment: 'After changing the password.',
      })}
    </EmptyState>
  );
}
