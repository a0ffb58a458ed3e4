import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectIsAdding, selectIsProving } from '../../../machines/passkeys.selectors.ts';
import { Button } from '../../ui/button.tsx';
import { startPasskeys } from '../actors/passkeys.actors.ts';
import { useChild } from '../system/use-child.ts';
import { ActorSheet, SheetContent, StartedSheet } from './actor-sheet.tsx';
import { CurrentPassword } from './current-password.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { proofErrors } from './proof-errors.ts';
import ProofSheet from './proof-sheet.tsx';
import { useForm } from './use-form.ts';

/** The sheet with the member's passkeys. */
export default function PasskeysSheet() {
  return (
    <StartedSheet child="passkeys" start={startPasskeys}>
      <Opened />
    </StartedSheet>
  );
}

function Opened() {
  const { t } = useLingui();
  const passkeys = useChild('passkeys');
  const isAdding = useSelector(passkeys, selectIsAdding);
  const isProving = useSelector(passkeys, selectIsProving);
  if (isProving) return <ProofSheet recipient="passkeys" />;
  return (
    <ActorSheet child="passkeys" title={t`Passkeys`}>
      <SheetContent child="passkeys">{isAdding ? <Form /> : <PasskeyList />}</SheetContent>
    </ActorSheet>
  );
}

/** The form that asks for the password before a passkey is added. */
function Form() {
  const { t } = useLingui();
  const actor = useChild('passkeys');
  const { errors, isBusy, form } = useForm(actor, proofErrors);
  return (
    <form {...form}>
      <CurrentPassword errors={errors} />
      <Button type="submit" wide busy={isBusy}>
        {t({
          message: 'Add a passkey',
          comment:
            'Button (verb): the browser then asks for a finger, face or PIN. Passkey: as browsers and phones call it in your language.',
        })}
      </Button>
      {isBusy ? null : (
        <Button wide look="tonal" onClick={() => actor.send({ type: 'back.pressed' })}>
          {t`Back`}
        </Button>
      )}
    </form>
  );
}
