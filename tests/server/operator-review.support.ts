/** A review's finding about the age of a new account. */
export const AGE = 'hours since the registration: 0.0 (a signal below 24)';
const FRIENDS = 'from invitations and commissions';
const BLOCK = 'registrations from the same block of addresses in the last 30 days';
export const quiet = [
  ['commissions', `${FRIENDS}: 0.0000 of 5.7500 earned, 0% (a signal from 70%)`],
  ['shared_account', 'users of this payout account: 1 (a signal above 2)'],
  ['same_block', `${BLOCK}: no longer known (a signal from 20)`],
  ['pace', 'claims in the last 30 days: 0 (checked if there are 20 in a row)'],
  [
    'bursts',
    'claims that arrived after another claim in less time than their watch time: 0 of 0, 0% (a signal ' +
      'from 80% of at least 40)',
  ],
  [
    'late_claims',
    'claims that arrived when their UTC day was over: 0 of 0, 0% (a signal from 50% of at least 40)',
  ],
  [
    'not_fetched',
    'claims of clips of which no file was sent to this account: not known, this server has sent no ' +
      'file of a clip to a logged-in user',
  ],
  [
    'idle_invitees',
    'direct invitees who registered more than a day ago and never watched: 0 of 0, 0% (a signal from 80% of at ' +
      'least 10)',
  ],
] as const;

/** Facts in a review that are no signals. */
export const notes = [
  [
    'payout_account',
    'kind of the payout account: email, easy to get: anybody can get another one within minutes',
  ],
  [
    'seen_from',
    'accounts that asked for payments in the last 90 days from one block of addresses that this one ' +
      'was seen from, with the same browser and system: not known',
  ],
] as const;
