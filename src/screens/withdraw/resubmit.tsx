import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { Withdrawal } from '../../../contract/shapes.ts';
import { selectInfo } from '../../../machines/withdraw-info.selectors.ts';
import { isCorrectable, standingOf } from '../../../machines/withdrawal/rules.ts';
import { selectRequest, selectStep } from '../../../machines/withdrawal/withdrawal.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { focusIfLost } from '../../ui/lost-focus.ts';
import { openAndFocus } from '../../ui/open-and-focus.ts';
import { standingSentences } from './step-texts.ts';
import { useShown } from './use-shown.ts';

/** Buttons for a returned withdrawal: correct the payee, then send the same amount again. */
export function ResubmitActions() {
  const { t } = useLingui();
  const withdrawal = useChild('withdrawal');
  const payee = useSelector(useChild('withdrawInfo'), selectInfo);
  const again = { type: 'again.pressed', payee } as const;
  const shown = useShown();
  const isReloading = useSelector(withdrawal, (state) => state.matches('loading'));
  const isBusy = shown.matches('resending');
  const isReady = shown.can(again) || isBusy;
  if (!payee) return null;
  if (!isReady) return <Correct />;
  return (
    <Button
      ref={focusIfLost}
      wide
      busy={isBusy}
      aria-disabled={isReloading || undefined}
      onClick={() => withdrawal.send(again)}
    >
      {t({
        message: 'Send again',
        comment: 'Button (verb): ask for the same withdrawal once more, to the corrected account.',
      })}
    </Button>
  );
}

function Correct() {
  const { t } = useLingui();
  const withdrawal = useChild('withdrawal');
  const info = useChild('withdrawInfo');
  // the form is in another card
  const correct = () =>
    openAndFocus(document.body, '.info-form select', () => {
      withdrawal.send({ type: 'correction.pressed', payee: selectInfo(info.getSnapshot()) });
      info.send({ type: 'edit.pressed' });
    });
  return (
    <>
      <p className="card-note">
        {t({
          message: 'Once your withdrawal info is corrected, you can send the amount again.',
          comment: 'The amount: of a withdrawal that came back.',
        })}
      </p>
      <Button wide onClick={correct}>
        {t({
          message: 'Correct withdrawal info',
          comment: 'Button (verb): change where the money is sent, because it came back.',
        })}
      </Button>
    </>
  );
}

/** The reason why the last withdrawal was returned, shown while the payee is corrected. */
export function ReturnReason() {
  const { i18n } = useLingui();
  const request = useSelector(useChild('withdrawal'), selectRequest);
  if (!request?.reason || !isCorrectable(request)) return null;
  return (
    <p className="card-note">
      {i18n._(standingSentences[standingOf(request)])} · <bdi>{request.reason}</bdi>
    </p>
  );
}

/** Opens the card of the newest withdrawal, if that was returned, also on a later day. */
export function Reopen({ withdrawal: ended }: { withdrawal: Withdrawal }) {
  const { t } = useLingui();
  const withdrawal = useChild('withdrawal');
  const open = { type: 'ended.opened', withdrawal: ended } as const;
  // stays mounted behind the dialog, so that nothing moves
  const isShown = useSelector(
    withdrawal,
    (state) => state.can(open) || ['confirming', 'submitting'].includes(selectStep(state)),
  );
  if (!isShown || !isCorrectable(ended)) return null;
  return (
    <Button look="quiet" className="withdrawal-again" onClick={() => withdrawal.send(open)}>
      {t({
        message: 'Correct and send again',
        comment:
          'Button (verb) at a withdrawal that failed: change the account, ask for the amount again. Narrow.',
      })}
    </Button>
  );
}
