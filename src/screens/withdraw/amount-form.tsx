import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { SubmitEvent } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { withdrawalMachine } from '../../../machines/withdrawal.machine.ts';
import { amountProblemTexts, failureText } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { submitAndFocus } from '../../ui/first-bad-field.ts';
import { takeLostFocus } from '../../ui/lost-focus.ts';
import { formatAmount } from '../../ui/numbers.ts';
import type { WithdrawalActor } from './stage.tsx';

type Snapshot = SnapshotFrom<typeof withdrawalMachine>;
const selectAmount = (state: Snapshot) => state.context.amount;
/** what was wrong before sending, else what the server said */
const selectError = ({ context: { problem, failure } }: Snapshot) => {
  if (problem) return amountProblemTexts[problem];
  return failure && failureText(failure);
};
const selectMinimum = (state: Snapshot) => state.context.facts?.config.min_amount ?? '1.0000';

/** How much: typed, or everything. */
export function AmountForm({ withdrawal }: { withdrawal: WithdrawalActor }) {
  const { t, i18n } = useLingui();
  const amount = useSelector(withdrawal, selectAmount);
  const error = useSelector(withdrawal, selectError);
  const minimum = formatAmount(useSelector(withdrawal, selectMinimum), i18n.locale, false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    submitAndFocus(event.currentTarget, () => withdrawal.send({ type: 'withdraw.pressed' }));
  };
  return (
    <Card>
      <form
        className="amount-form"
        aria-label={t`Withdraw`}
        tabIndex={-1}
        ref={takeLostFocus}
        noValidate
        onSubmit={submit}
      >
        <Field
          figure
          label={t`Amount`}
          hint={t`At least ${minimum}`}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={amount}
          onChange={(event) =>
            withdrawal.send({ type: 'amount.changed', text: event.currentTarget.value })
          }
          error={error && i18n._(error)}
          trailing={
            <Button look="tonal" onClick={() => withdrawal.send({ type: 'all.pressed' })}>
              {t`Withdraw all`}
            </Button>
          }
        />
        <Button type="submit" wide>
          {t`Withdraw`}
        </Button>
      </form>
    </Card>
  );
}
