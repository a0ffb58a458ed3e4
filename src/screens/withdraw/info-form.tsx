import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { MouseEvent, SubmitEvent } from 'react';
import { selectFailure, selectInfoStep } from '../../../machines/withdraw-info.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { failureText } from '../../i18n/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { submitAndFocus } from '../../ui/first-bad-field.ts';
import { FormError } from '../../ui/form-error.tsx';
import { openAndFocus } from '../../ui/open-and-focus.ts';
import { WhatWasWrong } from './again.tsx';
import { AccountFields, MethodFields } from './info-fields.tsx';

/** Country, then method, then whose account: each narrows the next. */
export function WithdrawInfoForm() {
  const { t } = useLingui();
  const info = useChild('withdrawInfo');
  const failure = useSelector(info, selectFailure);
  const isBusy = useSelector(info, selectInfoStep) === 'saving';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    submitAndFocus(event.currentTarget, () => info.send({ type: 'save.pressed' }));
  };
  const cancel = ({ currentTarget }: MouseEvent) =>
    openAndFocus(currentTarget.closest('section'), 'button', () =>
      info.send({ type: 'cancel.pressed' }),
    );
  return (
    <form className="stack info-form" aria-label={t`Withdrawal info`} noValidate onSubmit={submit}>
      <WhatWasWrong />
      <MethodFields />
      <AccountFields />
      <FormError error={failure && failureText(failure)} />
      <div className="dialog-actions">
        <Button look="tonal" onClick={cancel}>
          {t`Cancel`}
        </Button>
        <Button type="submit" busy={isBusy}>
          {t({
            message: 'Save',
            comment: 'Button (verb): store the form, not “economise”. Beside “Cancel”: narrow.',
          })}
        </Button>
      </div>
    </form>
  );
}
