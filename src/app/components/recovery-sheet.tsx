import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectCodes } from '../../../machines/recovery.selectors.ts';
import { selectState } from '../../../machines/sheet.selectors.ts';
import { canPrint } from '../../ports/print.ts';
import { Button } from '../../ui/button.tsx';
import { startRecovery } from '../actors/recovery.actors.ts';
import { useChild } from '../system/use-child.ts';
import { ActorSheet, StartedSheet } from './actor-sheet.tsx';
import { CurrentPassword } from './current-password.tsx';
import { proofErrors } from './proof-errors.ts';
import { useForm } from './use-form.ts';
import './recovery-sheet.css';

/** The sheet in which recovery codes are made. */
export default function RecoverySheet() {
  return (
    <StartedSheet child="recovery" start={startRecovery}>
      <Opened />
    </StartedSheet>
  );
}

function Opened() {
  const { t } = useLingui();
  const state = useSelector(useChild('recovery'), selectState);
  return (
    <ActorSheet child="recovery" title={t`Recovery codes`}>
      {state === 'shown' ? <Codes /> : <Form />}
    </ActorSheet>
  );
}

function Form() {
  const { t } = useLingui();
  const { errors, isBusy, form } = useForm(useChild('recovery'), proofErrors);
  return (
    <form {...form}>
      <p className="card-note">
        {t({
          message:
            'With one of these codes and your username you choose a new password if you forget yours. Each works once. New codes end those made before.',
          comment: 'These codes: the recovery codes.',
        })}
      </p>
      <CurrentPassword errors={errors} />
      <Button type="submit" wide busy={isBusy}>
        {t({ message: 'Create codes', comment: 'Button (verb): make recovery codes.' })}
      </Button>
    </form>
  );
}

function Codes() {
  const { t } = useLingui();
  const recovery = useChild('recovery');
  const codes = useSelector(recovery, selectCodes);
  return (
    <>
      <p role="status">
        {t({
          message: 'Keep these codes where only you find them. They are not shown again.',
          comment: 'Above a list of recovery codes.',
        })}
      </p>
      <ol className="recovery-codes" dir="ltr" translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      {canPrint() ? (
        <Button wide onClick={() => recovery.send({ type: 'print.pressed' })}>
          {t({ message: 'Print', comment: 'Button (verb): print the recovery codes on paper.' })}
        </Button>
      ) : null}
    </>
  );
}
