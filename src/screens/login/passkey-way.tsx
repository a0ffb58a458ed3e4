import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectIsBusy } from '../../../machines/auth/auth.selectors.ts';
import { selectState } from '../../../machines/sheet.selectors.ts';
import { startPasskeyLogin } from '../../app/actors/passkey-login.actors.ts';
import { useChild, useChildIfAny } from '../../app/system/use-child.ts';
import { useStarted } from '../../app/system/use-started.ts';
import { Button } from '../../ui/button.tsx';

interface Props {
  /** value of the checkbox “Keep me signed in” */
  keep: boolean;
}

/** The log-in by a passkey, where the browser and the server support it. */
export default function PasskeyLogin({ keep }: Props) {
  const actor = useChildIfAny('passkeyLogin');
  useStarted(startPasskeyLogin);
  useEffect(() => {
    actor?.send({ type: 'screen.seen' });
    return () => actor?.send({ type: 'screen.left' });
  }, [actor]);
  useEffect(() => actor?.send({ type: 'keep.changed', keep }), [actor, keep]);
  return actor ? <Offer /> : null;
}

/** States with a button, which is not shown before it works. */
const offered: readonly string[] = ['offered', 'waiting', 'choosing', 'unused'];

function Offer() {
  const { t } = useLingui();
  const actor = useChild('passkeyLogin');
  const state = useSelector(actor, selectState);
  const isEntering = useSelector(useChild('auth'), selectIsBusy);
  if (!offered.includes(state)) return null;
  return (
    <>
      {state === 'unused' ? (
        <p className="message" role="status">{t`No passkey was used.`}</p>
      ) : null}
      <Button
        wide
        look="tonal"
        busy={state === 'choosing'}
        aria-disabled={isEntering || undefined}
        onClick={() => {
          if (!isEntering) actor.send({ type: 'passkey.pressed' });
        }}
      >
        {t({
          message: 'Log in with a passkey',
          comment: 'Button (verb). Passkey: as browsers and phones call it in your language.',
        })}
      </Button>
    </>
  );
}
