import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { CSSProperties } from 'react';
import type { Withdrawal } from '../../../contract/shapes.ts';
import { partsOf } from '../../../machines/withdrawal/rules.ts';
import {
  selectCancellation,
  selectDebt,
  selectFailure,
} from '../../../machines/withdrawal/withdrawal.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { failureText } from '../../i18n/refusals.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { formatAmount } from '../../ui/numbers.ts';

/** Confirmation before a request is cancelled. */
export function CancelDialog({ request }: { request: Withdrawal }) {
  const { t } = useLingui();
  const withdrawal = useChild('withdrawal');
  const cancellation = useSelector(withdrawal, selectCancellation);
  const failure = useSelector(withdrawal, selectFailure);
  if (cancellation === null) return null;
  const leave = () => withdrawal.send({ type: 'cancellation.left' });
  return (
    <Dialog
      title={t({
        message: 'Cancel this withdrawal?',
        comment: 'Title of the dialog that asks before a withdrawal is taken back.',
      })}
      onClose={leave}
    >
      {cancellation === 'refused' ? null : <RefundSummary request={request} />}
      <FormError error={failure && failureText(failure)} />
      {cancellation === 'refused' ? (
        <Button wide onClick={leave}>{t`Close`}</Button>
      ) : (
        <Choice isBusy={cancellation === 'cancelling'} onKeep={leave} />
      )}
    </Dialog>
  );
}

function RefundSummary({ request }: { request: Withdrawal }) {
  const { t, i18n } = useLingui();
  const debt = useSelector(useChild('withdrawal'), selectDebt);
  const { back, settled } = partsOf(request, debt ?? '0');
  const owed = formatAmount(settled, i18n.locale, false);
  return (
    <>
      <p
        className="confirm-amount"
        style={{ '--signs': formatAmount(back, i18n.locale, false).length } as CSSProperties}
      >
        <Amount value={back} />
      </p>
      <p className="card-note">
        {t({
          message: 'The amount goes back to your balance at once. Nothing is paid out.',
          comment: 'The amount: the sum above, of the withdrawal that the user is about to cancel.',
        })}
        {debt ? (
          <>
            {' '}
            <Trans comment="{owed}: a sum, such as 10.00, that the user owes because a reward was taken back.">
              Of the withdrawal, {owed} settles what you owe.
            </Trans>
          </>
        ) : null}
      </p>
    </>
  );
}

function Choice({ isBusy, onKeep }: { isBusy: boolean; onKeep: () => void }) {
  const { t } = useLingui();
  const withdrawal = useChild('withdrawal');
  return (
    <div className="dialog-actions">
      <Button look="tonal" aria-disabled={isBusy || undefined} onClick={onKeep}>
        {t({
          message: 'Keep it',
          comment:
            'Button under “Cancel this withdrawal?” (verb): leave the withdrawal as it is. Beside “Yes, cancel”: narrow.',
        })}
      </Button>
      <Button busy={isBusy} onClick={() => withdrawal.send({ type: 'cancellation.confirmed' })}>
        {t({
          message: 'Yes, cancel',
          comment:
            'Button under “Cancel this withdrawal?” (verb): take the withdrawal back. Beside “Keep it”: narrow.',
        })}
      </Button>
    </div>
  );
}
