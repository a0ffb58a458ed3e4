import { Trans, useLingui } from '@lingui/react/macro';
import type { Statement, StatementPeriod } from '../../../contract/statement.calls.ts';
import { rewardTexts } from '../../i18n/messages.ts';
import { Amount } from '../../ui/amount.tsx';
import { formatEstimate } from '../../ui/estimate.tsx';
import { exactly, formatOf } from '../../ui/numbers.ts';

type Sum = StatementPeriod['earned'];
type Currencies = Pick<Statement, 'currency' | 'local_currency'>;

/** Sums of a year, then of each of its months. */
export function StatementTables({ statement }: { statement: Statement }) {
  const { t, i18n } = useLingui();
  const { year, months, whole_year, local_currency: local } = statement;
  const dated = (month: string, format: Intl.DateTimeFormatOptions) =>
    i18n.date(`${month}-01T00:00:00Z`, { timeZone: 'UTC', ...format });
  return (
    <div className="statement">
      <Period
        name={dated(`${year}-01`, { year: 'numeric' })}
        period={whole_year}
        currencies={statement}
      />
      {months.map(({ month, ...period }) => (
        <Period
          key={month}
          name={dated(month, { year: 'numeric', month: 'long' })}
          period={period}
          currencies={statement}
        />
      ))}
      <p className="card-note">
        {t`Days and times are in UTC.`}{' '}
        {local === null ? null : (
          <Trans comment="{local}: a code of a currency such as KES. Under a statement of earnings.">
            Amounts in <bdi translate="no">{local}</bdi> go by the rate of each day. What was paid
            in <bdi translate="no">{local}</bdi> is shown as it was paid.
          </Trans>
        )}
      </p>
    </div>
  );
}

interface PeriodProps {
  name: string;
  period: StatementPeriod;
  currencies: Currencies;
}

function Period({ name, period, currencies }: PeriodProps) {
  const { t } = useLingui();
  const local = currencies.local_currency;
  return (
    <table>
      <caption>{name}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col" translate="no">
            {currencies.currency}
          </th>
          {local === null ? null : (
            <th scope="col" translate="no">
              {local}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        <Earned {...period} />
        <Line name={t`Paid`} sum={period.paid_out} />
        <Arrived {...period} local={local} />
        <LineIfAny name={t`Returned`} sum={period.returned} />
      </tbody>
      <tbody>
        <Line
          name={t({
            message: 'Balance at the end',
            comment: 'Row of a statement: what could be withdrawn when the month or year was over.',
          })}
          sum={period.balance_at_end}
        />
        <LineIfAny
          name={t({
            message: 'Set aside at the end',
            comment: 'Row of a statement: the amount of a withdrawal that was not yet paid then.',
          })}
          sum={period.held_at_end}
        />
        <LineIfAny
          name={t({
            message: 'To be settled at the end',
            comment: 'Row of a statement: what the user owed then; see “To be settled”.',
          })}
          sum={period.owed_at_end}
        />
      </tbody>
    </table>
  );
}

/** Credits by type, their sum, and the deductions. */
function Earned({ earned, earned_by, taken }: StatementPeriod) {
  const { t, i18n } = useLingui();
  return (
    <>
      {earned_by.map(({ type, ...sum }) => (
        <Line
          key={type}
          name={type === 'correction' ? t`Corrections` : i18n._(rewardTexts[type])}
          sum={sum}
        />
      ))}
      <Line name={t`Total`} sum={earned} isTotal />
      <LineIfAny
        name={t({
          message: 'Taken back',
          comment: 'Row of a statement: what corrections have taken from the user.',
        })}
        sum={taken}
      />
    </>
  );
}

/** Amounts that arrived in currencies other than the two of the table. */
function Arrived({ arrived, local }: StatementPeriod & { local: string | null }) {
  const { i18n } = useLingui();
  const others = arrived.filter(({ currency }) => currency !== local);
  if (others.length === 0) return null;
  const written = others.map(({ amount, currency }) =>
    formatEstimate(amount, currency, i18n.locale),
  );
  const sums = written.join(' + ');
  return (
    <tr>
      <td colSpan={local === null ? 2 : 3} className="row-note">
        <Trans comment="{sums}: what arrived in other currencies, such as KSh 1,244.00.">
          Paid as{' '}
          <span className="amount" translate="no">
            {sums}
          </span>
        </Trans>
      </td>
    </tr>
  );
}

interface LineProps {
  name: string;
  sum: Sum;
  isTotal?: boolean;
}

function LineIfAny(props: LineProps) {
  return /[1-9]/.test(props.sum.amount) ? <Line {...props} /> : null;
}

function Line({ name, sum: { amount, local_amount: local }, isTotal = false }: LineProps) {
  return (
    <tr className={isTotal ? 'statement-total' : undefined}>
      <th scope="row">{name}</th>
      <td>
        <Amount value={amount} />
      </td>
      {local === null ? null : (
        <td>
          <Local value={local} />
        </td>
      )}
    </tr>
  );
}

/** An amount with the decimal places of its currency. */
function Local({ value }: { value: string }) {
  const { i18n } = useLingui();
  const places = value.split('.')[1]?.length ?? 0;
  const format = formatOf(i18n.locale, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  return (
    <span className="amount" translate="no">
      {format.format(exactly(value))}
    </span>
  );
}
