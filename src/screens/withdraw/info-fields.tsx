import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { payeeLengths, type WithdrawalMethod } from '../../../contract/withdrawal-shapes.ts';
import type { WithdrawInfoForm as Form } from '../../../machines/withdraw-info.machine.ts';
import {
  selectForm,
  selectMethods,
  selectProblems,
} from '../../../machines/withdraw-info.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { withdrawInfoProblemTexts } from '../../i18n/messages.ts';
import { isBrand, methodNameIn } from '../../i18n/method-names.ts';
import { Field, Select } from '../../ui/field.tsx';

/** The countries of all methods, by their names in the reader's language. */
function countriesOf(methods: readonly WithdrawalMethod[], locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  const codes = [...new Set(methods.flatMap(({ countries }) => countries))];
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((left, right) => left.name.localeCompare(right.name, locale));
}

/** A method's currency in the reader's language: `Kenyan Shilling (KES)`. */
function currencyName(currency: string, locale: string): string {
  const names = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' });
  const name = names.of(currency);
  return name ? `${name} (${currency})` : currency;
}

function useField() {
  const { i18n } = useLingui();
  const info = useChild('withdrawInfo');
  const form = useSelector(info, selectForm);
  const problems = useSelector(info, selectProblems);
  const methods = useSelector(info, selectMethods);
  const bind = (field: keyof Form) => {
    const problem = problems[field];
    return {
      value: form[field],
      error: problem && i18n._(withdrawInfoProblemTexts[problem]),
      onChange: (event: { currentTarget: { value: string } }) =>
        info.send({ type: 'field.changed', field, value: event.currentTarget.value }),
    };
  };
  return { bind, form, methods, i18n };
}

/** Country and method: the methods depend on the country. */
export function MethodFields() {
  const { t } = useLingui();
  const { bind, form, methods, i18n } = useField();
  const offered = methods.filter(({ countries }) => countries.includes(form.country));
  const currency = offered.find(({ method }) => method === form.method)?.currency;
  return (
    <>
      <Select
        label={t({
          message: 'Country or region',
          comment: 'Label of a field: where the person is paid.',
        })}
        autoComplete="country"
        {...bind('country')}
      >
        <option value="">
          {t({
            message: 'Select',
            comment: 'First entry of a list from which one is chosen: please choose.',
          })}
        </option>
        {countriesOf(methods, i18n.locale).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={t`Method`}
        disabled={form.country === ''}
        hint={currency ? currencyName(currency, i18n.locale) : undefined}
        {...bind('method')}
      >
        <option value="">{t`Select`}</option>
        {offered.map(({ method, name }) => (
          <option key={method} value={method} translate={isBrand(name) ? 'no' : 'yes'}>
            {methodNameIn(i18n, name)}
          </option>
        ))}
      </Select>
    </>
  );
}

/** Recipient and account; the method defines the account's format. */
export function AccountFields() {
  const { t } = useLingui();
  const { bind, form, methods } = useField();
  const method = methods.find((each) => each.method === form.method);
  return (
    <>
      <Field
        label={t`Recipient name`}
        autoComplete="name"
        maxLength={payeeLengths.recipient_name}
        dir="auto"
        {...bind('recipient_name')}
      />
      <Field
        label={t`Account`}
        maxLength={payeeLengths.account}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        hint={method && <bdi translate="no">{method.account_hint}</bdi>}
        {...bind('account')}
      />
    </>
  );
}
