import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { CSSProperties, SubmitEvent } from 'react';
import { selectInfo } from '../../../machines/withdraw-info.selectors.ts';
import {
  selectAmount,
  selectFailure,
  selectMinAmount,
  selectProblem,
  selectTyped,
} from '../../../machines/withdrawal/withdrawal.selectors.ts';
import { toTypedAmount } from '../../app/components/amount-signs.ts';
import { useChild } from '../../app/system/use-child.ts';
import { amountProblemTexts } from '../../i18n/messages.ts';
import { failureText } from '../../i18n/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { submitAndFocus } from '../../ui/first-bad-field.ts';
import { focusIfLost } from '../../ui/lost-focus.ts';
import { formatAmount, formatCount } from '../../ui/numbers.ts';
import { HoldNote } from './hold.tsx';

/** Field for the amount, and a button for the whole balance. */
export function AmountForm() {
  const { t, i18n } = useLingui();
  const withdrawal = useChild('withdrawal');
  const withdrawInfo = useChild('withdrawInfo');
  const amount = useSelector(withdrawal, selectAmount);
  const value = useSelector(withdrawal, selectTyped) ?? toTypedAmount(i18n.locale, amount);
  const problem = useSelector(withdrawal, selectProblem);
  const failure = useSelector(withdrawal, selectFailure);
  // the form's own validation, else the server's answer
  const error = problem ? amountProblemTexts[problem] : failure && failureText(failure);
  const minimum = formatAmount(
    useSelector(withdrawal, selectMinAmount) ?? '1.0000',
    i18n.locale,
    false,
  );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    submitAndFocus(event.currentTarget, () =>
      withdrawal.send({ type: 'withdraw.pressed', payee: selectInfo(withdrawInfo.getSnapshot()) }),
    );
  };
  return (
    <Card>
      <form
        className="stack amount-form"
        aria-label={t({
          message: 'Withdraw',
          comment:
            'Tab bar, page title and button: have one’s balance paid out (verb or noun, so that it fits all). Very narrow.',
        })}
        tabIndex={-1}
        ref={focusIfLost}
        noValidate
        onSubmit={submit}
      >
        <Field
          figure
          label={t({ message: 'Amount', comment: 'A sum of money: field label and column head.' })}
          hint={t({
            message: `At least ${minimum}`,
            comment: 'Hint under the amount field. {minimum}: a sum, such as 10.00.',
          })}
          inputMode="decimal"
          autoComplete="off"
          placeholder={formatCount(0, i18n.locale)}
          dir="ltr"
          style={{ '--signs': value.length } as CSSProperties}
          value={value}
          onChange={({ currentTarget }) =>
            withdrawal.send({ type: 'amount.changed', text: currentTarget.value })
          }
          error={error && i18n._(error)}
          trailing={
            <Button look="tonal" onClick={() => withdrawal.send({ type: 'all.pressed' })}>
              {t({
                message: 'Withdraw all',
                comment: 'Button inside the amount field (verb): enter the whole balance. Narrow.',
              })}
            </Button>
          }
        />
        <HoldNote />
        <Button type="submit" wide>
          {t`Withdraw`}
        </Button>
      </form>
    </Card>
  );
}
