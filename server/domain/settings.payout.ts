import { count, flag, text } from './settings.kinds.ts';

/** Settings of batches; part of `settingsTable`. */
export const payoutSettings = {
  'payout.paused': flag(
    false,
    'put no withdrawal into a batch; set by `restore`, for what was paid out after the backup is in the balances again',
  ),
  'payout.debtor_name': text('', 70, 'whose account pays, in a file for the bank (pain.001)'),
  'payout.debtor_iban': { type: 'iban', default: '', meaning: 'the account that pays, as an IBAN' },
  'payout.debtor_bic': { type: 'bic', default: '', meaning: 'the bank of that account, as a BIC' },
  'payout.rate_max_age_days': count(
    7,
    3_650,
    'days after which a rate pays nobody any more, by methods that pay in a currency of their own; 0: it never ends',
  ),
} as const;
