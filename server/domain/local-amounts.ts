import { toLocal } from '../../contract/money.ts';
import { currencyOf, decimalPlacesOf } from './currencies.ts';
import type { Settings } from './settings.ts';

export interface LocalAmount {
  readonly local_amount: string;
  readonly local_currency: string;
}

/**
 * An amount in the currency of a country, rounded down; in the ledger's currency where the country or its rate is
 * unknown.
 */
export function localAmount(
  units: bigint,
  country: string | null,
  settings: Pick<Settings, 'currency' | 'rate'>,
): LocalAmount {
  const wanted = country === null ? null : currencyOf(country);
  const currency = wanted === null || settings.rate(wanted) === null ? settings.currency : wanted;
  const amount = toLocal(units, settings.rate(currency) ?? '1', decimalPlacesOf(currency));
  return { local_amount: amount, local_currency: currency };
}
