import { count, flag, text } from './settings.kinds.ts';

/** Settings of batches; part of `settingsTable`. */
export const payoutSettings = {
  'payout.paused': flag(
    false,
    'put no withdrawal into a batch; `restore` sets it, because the balances contain the payments after the backup again',
  ),
  'payout.debtor_name': text(
    '',
    70,
    'name of the owner of the account that pays, for a file for the bank (pain.001)',
  ),
  'payout.debtor_iban': { type: 'iban', default: '', meaning: 'IBAN of the account that pays' },
  'payout.debtor_bic': {
    type: 'bic',
    default: '',
    meaning: 'BIC of the bank of the account that pays',
  },
  'payout.rate_max_age_days': count(
    7,
    3_650,
    'days after which a rate is too old for methods that pay in a currency of their own, so that they pay nobody; 0: a rate is never too old',
  ),
} as const;
