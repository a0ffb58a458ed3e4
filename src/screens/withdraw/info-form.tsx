import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { SubmitEvent } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { WithdrawalMethod } from '../../../contract/shapes.ts';
import type {
  WithdrawInfoForm as Form,
  WithdrawInfoProblem,
  withdrawInfoMachine,
} from '../../../machines/withdraw-info.machine.ts';
import { failureText, withdrawInfoProblemTexts } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/field.tsx';

type Snapshot = SnapshotFrom<typeof withdrawInfoMachine>;
export type WithdrawInfoActor = ActorRefFrom<typeof withdrawInfoMachine>;

const selectForm = (state: Snapshot) => state.context.form;
const selectProblems = (state: Snapshot) => state.context.problems;
const selectMethods = (state: Snapshot) => state.context.methods;
const selectFailure = (state: Snapshot) => state.context.failure;
const selectIsBusy = (state: Snapshot) => state.hasTag('busy');

/** The countries of all methods, by their names in the reader's language. */
function countriesOf(methods: readonly WithdrawalMethod[], locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  const codes = [...new Set(methods.flatMap(({ countries }) => countries))];
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((left, right) => left.name.localeCompare(right.name, locale));
}

/** Country, then method, then whose account: each narrows the next. */
export function WithdrawInfoForm({ info }: { info: WithdrawInfoActor }) {
  const { t, i18n } = useLingui();
  const failure = useSelector(info, selectFailure);
  const isBusy = useSelector(info, selectIsBusy);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    info.send({ type: 'save.pressed' });
  };
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
        <Button look="tonal" onClick={() => info.send({ type: 'cancel.pressed' })}>
          {t`Cancel`}
        </Button>
        <Button type="submit" busy={isBusy}>
          {t`Save`}
        </Button>
      </div>
    </form>
  );
}

function useField(info: WithdrawInfoActor) {
  const { i18n } = useLingui();
  const form = useSelector(info, selectForm);
  const problems = useSelector(info, selectProblems);
  const methods = useSelector(info, selectMethods);
  const bind = (field: keyof Form) => {
    const problem: WithdrawInfoProblem | undefined = problems[field];
    return {
      value: form[field],
      error: problem && i18n._(withdrawInfoProblemTexts[problem]),
      onChange: (event: { currentTarget: { value: string } }) =>
        info.send({ type: 'field.changed', field, value: event.currentTarget.value }),
    };
  };
  return { bind, form, methods, locale: i18n.locale };
}

function MethodFields({ info }: { info: WithdrawInfoActor }) {
  const { t } = useLingui();
  const { bind, form, methods, locale } = useField(info);
  const offered = methods.filter(({ countries }) => countries.includes(form.country));
  return (
    <>
      <Select label={t`Country or region`} autoComplete="country" {...bind('country')}>
        <option value="">{t`Select`}</option>
        {countriesOf(methods, locale).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Select label={t`Method`} disabled={form.country === ''} {...bind('method')}>
        <option value="">{t`Select`}</option>
        {offered.map(({ method, name }) => (
          <option key={method} value={method}>
            {name}
          </option>
        ))}
      </Select>
    </>
  );
}

function AccountFields({ info }: { info: WithdrawInfoActor }) {
  const { t } = useLingui();
  const { bind, form, methods } = useField(info);
  const method = methods.find((each) => each.method === form.method);
  return (
    <>
      <Field label={t`Recipient name`} autoComplete="name" {...bind('recipient_name')} />
      <Field
        label={t`Account`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        hint={method?.account_hint}
        {...bind('account')}
      />
    </>
  );
}
