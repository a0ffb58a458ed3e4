import { useLingui } from '@lingui/react/macro';
import type { Arrival } from '../../../machines/withdrawal/rules.ts';
import { Amount } from '../../ui/amount.tsx';
import { formatEstimate } from '../../ui/estimate.tsx';

interface SumProps {
  /** amount as decimal text, from the server or from the field */
  value: string;
  /** ISO 4217; undefined: the server does not send it */
  currency: string | undefined;
}

/** An amount in the product's currency: at least two places, four when they are needed. */
export const sumIn = (value: string, currency: string, locale: string): string => {
  const [whole = '0', places = ''] = value.split('.');
  const needed = places.padEnd(2, '0').replace(/(?<=^..)00$/, '');
  return formatEstimate(`${whole}.${needed}`, currency, locale);
};

export function Sum({ value, currency }: SumProps) {
  const { i18n } = useLingui();
  if (!currency) return <Amount value={value} />;
  return (
    <span className="amount" translate="no">
      {sumIn(value, currency, i18n.locale)}
    </span>
  );
}

/** Amount in the payout currency, and its rate. */
export function ArrivalRows({
  arrival,
  currency,
}: {
  arrival: Arrival;
  currency: string | undefined;
}) {
  const { t, i18n } = useLingui();
  const of = (value: string) => formatEstimate(value, arrival.currency, i18n.locale);
  const one = currency ? formatEstimate('1', currency, i18n.locale) : '1';
  return (
    <>
      <div>
        <dt>
          {t({
            message: 'You receive',
            comment:
              'Label before a sum in the currency of the country: what arrives of a withdrawal. Narrow.',
          })}
        </dt>
        <dd translate="no">
          <strong>{of(arrival.amount)}</strong>
        </dd>
      </div>
      <div>
        <dt>
          {t({ message: 'Exchange rate', comment: 'Label before “$1 = KES 129.50”. Narrow.' })}
        </dt>
        <dd translate="no">
          <bdi>{one}</bdi> = <bdi>{of(arrival.rate)}</bdi>
        </dd>
      </div>
    </>
  );
}
