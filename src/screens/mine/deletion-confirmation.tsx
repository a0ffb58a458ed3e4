import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectUser } from '../../../machines/auth/auth.selectors.ts';
import { selectRefusal } from '../../../machines/sheet.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { focusIfLost } from '../../ui/lost-focus.ts';
import { deletionError } from './deletion-errors.ts';

/** Confirmation before the deletion, against an accidental press. */
export function DeletionConfirmation() {
  const { t } = useLingui();
  const deletion = useChild('deletion');
  const username = useSelector(useChild('auth'), selectUser)?.username ?? '';
  const refusal = useSelector(deletion, selectRefusal);
  const isBusy = useSelector(deletion, (state) => state.hasTag('busy'));
  return (
    <div className="stack">
      {/* the button of the step before is gone: the focus comes here */}
      <p className="card-note" tabIndex={-1} ref={focusIfLost}>
        <Trans comment="{username}: of the account. For good: nobody can undo it.">
          Delete the account <bdi translate="no">{username}</bdi> for good?
        </Trans>
      </p>
      <FormError error={refusal && deletionError(refusal)} />
      <Button
        wide
        className="button-harm"
        busy={isBusy}
        onClick={() => deletion.send({ type: 'confirm.pressed' })}
      >
        {t({
          message: 'Delete for good',
          comment: 'Button (verb): deletes the account. Nobody can undo it.',
        })}
      </Button>
    </div>
  );
}
