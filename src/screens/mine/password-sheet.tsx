import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectState } from '../../../machines/sheet.selectors.ts';
import { startPassword } from '../../app/actors/password.actors.ts';
import { ActorSheet, Completed, StartedSheet } from '../../app/components/actor-sheet.tsx';
import { Proving } from '../../app/components/proving.tsx';
import { useChild } from '../../app/system/use-child.ts';
import { PasswordForm } from './password-form.tsx';

/** Sheet to change the password. */
export default function PasswordSheet() {
  return (
    <StartedSheet child="password" start={startPassword}>
      <Opened />
    </StartedSheet>
  );
}

function Opened() {
  const { t } = useLingui();
  const isDone = useSelector(useChild('password'), selectState) === 'done';
  return (
    <>
      <ActorSheet child="password" title={t`Choose a new password`} isCompleted={isDone}>
        {isDone ? (
          <Completed child="password" title={t`Your new password is set`}>
            {t({
              message: 'All your other devices are logged out.',
              comment: 'After changing the password.',
            })}
          </Completed>
        ) : (
          <PasswordForm />
        )}
      </ActorSheet>
      <Proving child="password" />
    </>
  );
}
