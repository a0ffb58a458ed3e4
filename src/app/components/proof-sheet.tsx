import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ProofRecipient } from '../../../machines/proof.machine.ts';
import { selectHasPasskey, selectIsChoosing } from '../../../machines/proof.selectors.ts';
import { selectState } from '../../../machines/sheet.selectors.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { startProof } from '../actors/proof.actors.ts';
import { useChild, useChildIfAny } from '../system/use-child.ts';
import { ActorSheet, StartedSheet } from './actor-sheet.tsx';
import { CurrentPassword } from './current-password.tsx';
import { proofErrors } from './proof-errors.ts';
import { useForm } from './use-form.ts';

/** Asks a member for a proof of identity; the recipient's call then continues by itself. */
export default function ProofSheet({ recipient }: { recipient: ProofRecipient }) {
  const proof = useChildIfAny('proof');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once on opening; an actor that starts now begins open
  useEffect(() => proof?.send({ type: 'proof.requested', recipient }), []);
  return (
    <StartedSheet child="proof" start={startProof(recipient)}>
      <Opened />
    </StartedSheet>
  );
}

function Opened() {
  const { t } = useLingui();
  const proof = useChild('proof');
  const isAsking = useSelector(proof, selectState) === 'asking';
  // the sheet ends with its screen: else a later proof on another screen would let this call continue, too
  useEffect(() => () => proof.send({ type: 'dialog.closed' }), [proof]);
  return (
    <ActorSheet
      child="proof"
      title={t({
        message: 'Confirm that it is you',
        comment: 'Title of a sheet that asks for the password or a passkey before a change.',
      })}
    >
      {isAsking ? <SkeletonRows /> : <Form />}
    </ActorSheet>
  );
}

function Form() {
  const { t } = useLingui();
  const proof = useChild('proof');
  const state = useSelector(proof, selectState);
  const hasPasskey = useSelector(proof, selectHasPasskey);
  const isChoosing = useSelector(proof, selectIsChoosing);
  const { errors, isBusy, form } = useForm(proof, proofErrors);
  return (
    <form {...form}>
      <CurrentPassword errors={errors} />
      <Button type="submit" wide busy={isBusy && !isChoosing}>
        {t`Confirm`}
      </Button>
      {hasPasskey || isChoosing ? (
        <>
          {state === 'unused' ? (
            <p className="message" role="status">{t`No passkey was used.`}</p>
          ) : null}
          <Button
            wide
            look="tonal"
            busy={isChoosing}
            onClick={() => proof.send({ type: 'passkey.pressed' })}
          >
            {t({
              message: 'Use a passkey',
              comment:
                'Button (verb), instead of the password. Passkey: as browsers and phones call it in your language.',
            })}
          </Button>
        </>
      ) : null}
    </form>
  );
}
