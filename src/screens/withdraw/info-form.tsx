import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { MouseEvent, SubmitEvent } from 'react';
import {
  selectChangeHold,
  selectFailure,
  selectInfoStep,
} from '../../../machines/withdraw-info.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { failureText } from '../../i18n/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { submitAndFocus } from '../../ui/first-bad-field.ts';
import { FormError } from '../../ui/form-error.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { openAndFocus } from '../../ui/open-and-focus.ts';
import { ChangeHoldNote } from './hold.tsx';
import { AccountFields, MethodFields } from './info-fields.tsx';
import { ReturnReason } from './resubmit.tsx';

const ProofSheet = lazyComponent(() => import('../../app/components/proof-sheet.tsx'));

/** Form of the payee: country, then method, then account; each choice limits the next. */
export function WithdrawInfoForm() {
  const { t } = useLingui();
  const info = useChild('withdrawInfo');
  const failure = useSelector(info, selectFailure);
  const step = useSelector(info, selectInfoStep);
  const isBusy = step === 'saving';
  const hours = useSelector(info, selectChangeHold);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    submitAndFocus(event.currentTarget, () => info.send({ type: 'save.pressed' }));
  };
  const cancel = ({ currentTarget }: MouseEvent) =>
    openAndFocus(currentTarget.closest('section'), 'button', () =>
      info.send({ type: 'cancel.pressed' }),
    );
  return (
    <>
      <form
        className="stack info-form"
        aria-label={t`Withdrawal info`}
        noValidate
        onSubmit={submit}
      >
        <ReturnReason />
        <MethodFields />
        <AccountFields />
        <ChangeHoldNote hours={hours} />
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
      {/* contains a form, so it is outside this one */}
      {step === 'proving' ? <ProofSheet recipient="withdrawInfo" /> : null}
    </>
  );
}
