import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { MouseEvent, SubmitEvent } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { withdrawInfoMachine } from '../../../machines/withdraw-info.machine.ts';
import { failureText } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { submitAndFocus } from '../../ui/first-bad-field.ts';
import { openAndFocus } from '../../ui/open-and-focus.ts';
import { AccountFields, MethodFields } from './info-fields.tsx';

type Snapshot = SnapshotFrom<typeof withdrawInfoMachine>;
export type WithdrawInfoActor = ActorRefFrom<typeof withdrawInfoMachine>;

const selectFailure = (state: Snapshot) => state.context.failure;
const selectIsBusy = (state: Snapshot) => state.hasTag('busy');

/** Country, then method, then whose account: each narrows the next. */
export function WithdrawInfoForm({ info }: { info: WithdrawInfoActor }) {
  const { t, i18n } = useLingui();
  const failure = useSelector(info, selectFailure);
  const isBusy = useSelector(info, selectIsBusy);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    submitAndFocus(event.currentTarget, () => info.send({ type: 'save.pressed' }));
  };
  const cancel = ({ currentTarget }: MouseEvent) =>
    openAndFocus(currentTarget.closest('section'), 'button', () =>
      info.send({ type: 'cancel.pressed' }),
    );
  return (
    <form className="info-form" aria-label={t`Withdrawal info`} noValidate onSubmit={submit}>
      <MethodFields info={info} />
      <AccountFields info={info} />
      {failure ? (
        <p className="field-error" role="alert">
          {i18n._(failureText(failure))}
        </p>
      ) : null}
      <div className="dialog-actions">
        <Button look="tonal" onClick={cancel}>
          {t`Cancel`}
        </Button>
        <Button type="submit" busy={isBusy}>
          {t`Save`}
        </Button>
      </div>
    </form>
  );
}
