import { BATCH_FILE_LIFETIME_MS } from '../deletion/leftovers.ts';
import { EXPIRING } from '../housekeeping.ts';
import { DAY } from '../time.ts';

/** How long a table stores personal data. */
export interface Retention {
  readonly holds: string;
  /** while the account exists */
  readonly kept: string;
  /** effect of deleting the account */
  readonly deleted: string;
  /** the hourly housekeeping deletes the rows; a test checks that */
  readonly isExpiring?: true;
}

type Expiring = (typeof EXPIRING)[number]['table'];

const ERASED = 'erased';
const ACCOUNT = 'while the account exists';
const LEDGER = 'for good, because it belongs to the ledger';

/** The period from `EXPIRING`. @param since the event at which it begins */
function until(table: Expiring, since: string): Pick<Retention, 'kept' | 'isExpiring'> {
  const days = (EXPIRING.find((each) => each.table === table)?.afterMs ?? 0) / DAY;
  const time = days === 1 ? '1 day' : `${days} days`;
  return { kept: days < 1 ? `until ${since}` : `${time} after ${since}`, isExpiring: true };
}

/** By table, for all tables with personal data. */
export const retention: Readonly<Record<string, Retention>> = {
  account: {
    holds: 'name, e-mail (encrypted), password hash, country, language, invite code, inviter',
    kept: ACCOUNT,
    deleted: 'the number, the dates and the number of the inviter stay; everything else is erased',
  },
  account_lookup: {
    holds: 'hashes of the name, the e-mail and the invite code, by which the account is found',
    kept: ACCOUNT,
    deleted: ERASED,
  },
  session: {
    holds: 'log-ins: browser, system, country, address for push messages',
    ...until('session', 'the session has ended'),
    deleted: ERASED,
  },
  known_device: {
    holds: 'a hash of each device that has logged in',
    ...until('known_device', 'the last log-in on the device'),
    deleted: ERASED,
  },
  registration_block: {
    holds: 'a keyed hash of the block of addresses of the registration',
    ...until('registration_block', 'the registration'),
    deleted: ERASED,
  },
  seen_from: {
    holds:
      'log-ins and requests for payment: browser, system, a keyed hash of the block of addresses',
    ...until('seen_from', 'the last log-in or request with the same data'),
    deleted: ERASED,
  },
  reset_link: {
    holds: 'a hash of a link to a new password',
    ...until('reset_link', 'the link has expired or was used'),
    deleted: ERASED,
  },
  mail: {
    holds:
      'mails that people requested by their address (encrypted, and as a keyed hash), mails about a change or a decision, and a hash of the link',
    ...until('mail', 'the link has expired or was used, or the mail was given up'),
    deleted: ERASED,
  },
  email_link: {
    holds:
      'an address that the person has to confirm, or the address before a change (encrypted); a hash of the link',
    ...until('email_link', 'the link has expired or was used'),
    deleted: ERASED,
  },
  recovery_code: {
    holds: 'hashes of the codes by which the person chooses a new password',
    kept: 'until the codes are used or replaced',
    deleted: ERASED,
  },
  passkey: {
    holds: 'passkeys: name, public key, time of the last use, number of uses',
    kept: 'until the passkey is removed, or the person chooses a new password without the old one',
    deleted: ERASED,
  },
  consent: {
    holds:
      'the versions of terms and privacy that the person agreed to, and the lowest age that the person stated',
    kept: ACCOUNT,
    deleted: ERASED,
  },
  password_reset: {
    holds: 'operators who made a link to a new password for the person',
    kept: ACCOUNT,
    deleted: ERASED,
  },
  friend: {
    holds: 'the numbers of inviters and invited people, over three levels',
    kept: ACCOUNT,
    deleted: 'stays under the numbers, because payments to others depend on it',
  },
  audit: {
    holds: 'changes to the account by the person and by operators, with their reasons',
    kept: 'for good',
    deleted: 'numbers and dates stay; names, accounts and reasons are erased',
  },
  refused_call: {
    holds: 'refused calls, with the reason',
    ...until('refused_call', 'the day of the call'),
    deleted: ERASED,
  },
  kept_answer: {
    holds: 'answers to calls, so that no call takes effect twice',
    kept: '1 day; answers to paid claims 8 days',
    isExpiring: true,
    deleted: ERASED,
  },
  limit_window: {
    holds: 'counts of attempts',
    ...until('limit_window', 'the time of the count is over, at most a day'),
    deleted: ERASED,
  },
  push: {
    holds: 'push messages on their way',
    kept: 'until the message is sent or given up',
    deleted: ERASED,
  },
  approved_alone: {
    holds: 'the sum that operators approved alone for the person, on the last day with such a sum',
    kept: ACCOUNT,
    deleted: ERASED,
  },
  wallet: { holds: 'balance and sums', kept: LEDGER, deleted: 'stays at 0 under the number' },
  transfer: {
    holds: 'each movement of money, with its purpose',
    kept: LEDGER,
    deleted: 'amounts and dates stay under the number; the purpose is erased, also at the inviters',
  },
  outbox: { holds: 'rewards on their way', kept: 'some seconds', deleted: ERASED },
  outbox_dead: {
    holds: 'rewards that could not be credited',
    kept: 'until an operator has tried again with success',
    deleted: ERASED,
  },
  coming_reward: {
    holds: 'rewards that a friend will bring',
    kept: 'until the friend has watched enough clips, or for `invite.promise_days`',
    isExpiring: true,
    deleted: 'erased, also the rewards that the person would have brought to others',
  },
  reward_release: {
    holds: 'friends who have just watched enough clips',
    kept: 'some seconds',
    deleted: 'the release continues: earned rewards are paid to others',
  },
  correction: {
    holds: 'corrections, with their reasons',
    kept: LEDGER,
    deleted: 'amounts stay under the number; reasons are erased',
  },
  prepared_correction: {
    holds: 'corrections that wait for a second operator',
    kept: 'for good',
    deleted: 'waiting corrections are erased; of all others, only the reasons',
  },
  payout_info: {
    holds: 'payout data of the person, with the encrypted account',
    kept: ACCOUNT,
    deleted: ERASED,
  },
  payout_account: {
    holds: 'payout accounts, encrypted, with a keyed hash for comparing them',
    kept: 'while a person is paid to the account',
    deleted: 'erased, unless another person is paid to the account',
  },
  withdrawal: {
    holds: 'requests for payment, with name and encrypted account',
    kept: LEDGER,
    deleted:
      'amounts, dates and the method stay under the number; name, account and reasons are erased',
  },
  withdrawal_step: {
    holds: 'steps of each request',
    kept: LEDGER,
    deleted: 'stays under the number',
  },
  progress: {
    holds: 'counts of clips, ads and shares',
    kept: LEDGER,
    deleted: 'stays under the number',
  },
  watched: { holds: 'paid clips', kept: LEDGER, deleted: 'stays under the number' },
  ad_rewarded: { holds: 'paid ads', kept: LEDGER, deleted: 'stays under the number' },
  task_claimed: { holds: 'paid tasks', kept: ACCOUNT, deleted: ERASED },
  extra_views: {
    holds: 'views that shares added',
    ...until('extra_views', 'the beginning of their day'),
    deleted: ERASED,
  },
  unrewarded_share: {
    holds: 'shares without a reward',
    ...until('unrewarded_share', 'the beginning of their day'),
    deleted: ERASED,
  },
  served: {
    holds: 'clips and ads that were shown, with the last time',
    kept: ACCOUNT,
    deleted: ERASED,
  },
  media_asked: {
    holds: 'clips of which a file was sent to the person’s apps, with the day',
    ...until('media_asked', 'that day'),
    deleted: 'stays under the number for the same time, because reviews of the inviter use it',
  },
  feed_list: {
    holds: 'the order of a day’s clips, and the clips that the person looked at',
    kept: 'until the day is over',
    isExpiring: true,
    deleted: ERASED,
  },
  feed_position: {
    holds: 'the place where the next order continues',
    kept: ACCOUNT,
    deleted: ERASED,
  },
  report: {
    holds: 'reports of clips and ads, and the answers',
    ...until('report', 'the decision'),
    deleted: 'the reported clip or ad stays under the number; all words are erased',
  },
  objection: {
    holds: 'objections to refusals of money, and the answers',
    ...until('objection', 'the decision'),
    deleted: ERASED,
  },
  watch_ticket_used: {
    holds: 'used random numbers of watch tickets',
    ...until('watch_ticket_used', 'the use'),
    deleted: 'is deleted after the same time',
  },
};

/** Of the tables in `notPersonal`, those whose rows expire. */
export const retentionOfOthers: Readonly<Record<string, string>> = {
  day_promise: until('day_promise', 'the beginning of their day').kept,
  payout_batch: `the encrypted file with names and accounts, until none of its payments is under way and one of these is true: the batch is cancelled, a person in it is deleted, or the file is ${BATCH_FILE_LIFETIME_MS / DAY} days old; after that only its numbers`,
};
