import { toLocal } from '../../contract/money.ts';
import { currencyOf, placesOf } from './currencies.ts';
import { BASE_CURRENCY, type Settings } from './settings.ts';

export interface LocalAmount {
  readonly local_amount: string;
  readonly local_currency: string;
}

/**
 * An amount in the currency of a country, rounded down; in the ledger's own currency where the
 * country is not known or no rate is set.
 */
export function localAmount(
  units: bigint,
  country: string | null,
  settings: Pick<Settings, 'rate'>,
): LocalAmount {
  const wanted = country === null ? BASE_CURRENCY : currencyOf(country);
  const currency = settings.rate(wanted) === null ? BASE_CURRENCY : wanted;
  const amount = toLocal(units, settings.rate(currency) ?? '1', placesOf(currency));
  return { local_amount: amount, local_currency: currency };
}
