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
  /** the hourly housekeeping deletes it; a test checks that */
  readonly isHousekept?: true;
}

type Expiring = (typeof EXPIRING)[number]['table'];

const ERASED = 'erased';
const ACCOUNT = 'while the account is there';
const LEDGER = 'for good: it is the ledger’s';

/** The period from `EXPIRING`. @param since the event at which it begins */
function until(table: Expiring, since: string): Pick<Retention, 'kept' | 'isHousekept'> {
  const days = (EXPIRING.find((each) => each.table === table)?.afterMs ?? 0) / DAY;
  const time = days === 1 ? '1 day' : `${days} days`;
  return { kept: days < 1 ? `until ${since}` : `${time} after ${since}`, isHousekept: true };
}

/** By table, for all tables with personal data. */
export const retention: Readonly<Record<string, Retention>> = {
  account: {
    holds: 'name, e-mail (encrypted), password hash, country, language, invite code, who invited',
    kept: ACCOUNT,
    deleted: 'the number, the dates and the number of who invited stay; all else is erased',
  },
  account_lookup: {
    holds: 'hashes of the name, the e-mail and the invite code, by which the account is found',
    kept: ACCOUNT,
    deleted: ERASED,
  },
  session: {
    holds: 'log-ins: browser, system, country, where push messages go',
    ...until('session', 'it has ended'),
    deleted: ERASED,
  },
  known_device: {
    holds: 'a hash of each device that has logged in',
    ...until('known_device', 'the last log-in on it'),
    deleted: ERASED,
  },
  registration_block: {
    holds: 'a keyed hash of the block of addresses of the registration',
    ...until('registration_block', 'the registration'),
    deleted: ERASED,
  },
  seen_from: {
    holds:
      'log-ins and requests to be paid: browser, system, a keyed hash of the block of addresses',
    ...until('seen_from', 'the last of the kind from there'),
    deleted: ERASED,
  },
  reset_link: {
    holds: 'a hash of a link to a new password',
    ...until('reset_link', 'it has expired or was used'),
    deleted: ERASED,
  },
  mail: {
    holds:
      'mails that people asked for by their address (encrypted, and as a keyed hash), or that tell of a change or a decision, and a hash of the link',
    ...until('mail', 'its link has expired or was used, or it was given up'),
    deleted: ERASED,
  },
  email_link: {
    holds:
      'an address to be confirmed, or the one before a change of it (encrypted); a hash of its link',
    ...until('email_link', 'its link has expired or was used'),
    deleted: ERASED,
  },
  recovery_code: {
    holds: 'hashes of the codes by which the person chooses a new password',
    kept: 'until used, or made anew',
    deleted: ERASED,
  },
  passkey: {
    holds: 'passkeys: name, public key, when used last, how often',
    kept: 'until removed, or the password is chosen anew without the old one',
    deleted: ERASED,
  },
  consent: {
    holds:
      'which versions of terms and privacy the person agreed to, and the age stated as the least',
    kept: ACCOUNT,
    deleted: ERASED,
  },
  password_reset: { holds: 'which operators made such a link', kept: ACCOUNT, deleted: ERASED },
  friend: {
    holds: 'who invited whom, by number, over three levels',
    kept: ACCOUNT,
    deleted: 'stays, by number: what others were paid goes by it',
  },
  audit: {
    holds: 'what the person and operators did to the account, and why',
    kept: 'for good',
    deleted: 'numbers and dates stay; names, accounts and reasons are erased',
  },
  refused_call: {
    holds: 'calls that were refused, and why',
    ...until('refused_call', 'their day'),
    deleted: ERASED,
  },
  kept_answer: {
    holds: 'answers to calls, so that none is made twice',
    kept: '1 day, of paid claims 8 days',
    isHousekept: true,
    deleted: ERASED,
  },
  limit_window: {
    holds: 'counts of attempts',
    ...until('limit_window', 'their time is over, at most a day'),
    deleted: ERASED,
  },
  push: { holds: 'messages on their way', kept: 'until sent or given up', deleted: ERASED },
  approved_alone: {
    holds: 'what operators let out to the person alone on the last such day',
    kept: ACCOUNT,
    deleted: ERASED,
  },
  wallet: { holds: 'balance and sums', kept: LEDGER, deleted: 'stays at 0, by number' },
  transfer: {
    holds: 'each movement of money, and what it was for',
    kept: LEDGER,
    deleted: 'amounts and dates stay, by number; what it was for is erased, also for who invited',
  },
  outbox: { holds: 'rewards on their way', kept: 'some seconds', deleted: ERASED },
  outbox_dead: {
    holds: 'rewards that could not be credited',
    kept: 'until an operator sends them',
    deleted: ERASED,
  },
  coming_reward: {
    holds: 'what a friend will bring',
    kept: 'until the friend has watched, or for `invite.promise_days`',
    isHousekept: true,
    deleted: 'erased, also what the person would have brought to others',
  },
  reward_release: {
    holds: 'friends who have just watched enough',
    kept: 'some seconds',
    deleted: 'goes on: what was earned is paid to others',
  },
  correction: {
    holds: 'corrections, and why',
    kept: LEDGER,
    deleted: 'amounts stay, by number; reasons are erased',
  },
  prepared_correction: {
    holds: 'corrections that wait for a second operator',
    kept: 'for good',
    deleted: 'those that wait are erased, of others the reasons',
  },
  payout_info: {
    holds: 'where the person is paid, the account encrypted',
    kept: ACCOUNT,
    deleted: ERASED,
  },
  payout_account: {
    holds: 'accounts that are paid to, encrypted, and a keyed hash by which they are compared',
    kept: 'while somebody is paid there',
    deleted: 'erased unless somebody else is paid there',
  },
  withdrawal: {
    holds: 'requests to be paid, with name and encrypted account',
    kept: LEDGER,
    deleted: 'amounts, dates and the method stay, by number; name, account and reasons are erased',
  },
  withdrawal_step: { holds: 'how each request went', kept: LEDGER, deleted: 'stays, by number' },
  progress: {
    holds: 'counts of clips, ads and shares',
    kept: LEDGER,
    deleted: 'stays, by number',
  },
  watched: { holds: 'clips that were paid', kept: LEDGER, deleted: 'stays, by number' },
  ad_rewarded: { holds: 'ads that were paid', kept: LEDGER, deleted: 'stays, by number' },
  task_claimed: { holds: 'tasks that were paid', kept: ACCOUNT, deleted: ERASED },
  extra_views: {
    holds: 'views that shares added',
    ...until('extra_views', 'their day began'),
    deleted: ERASED,
  },
  unrewarded_share: {
    holds: 'shares that brought nothing',
    ...until('unrewarded_share', 'their day began'),
    deleted: ERASED,
  },
  served: {
    holds: 'which clips and ads were shown, and when last',
    kept: ACCOUNT,
    deleted: ERASED,
  },
  media_asked: {
    holds: 'clips of which a file was sent to the person’s apps, and when',
    ...until('media_asked', 'that day'),
    deleted: 'stays, by number, as long: who invited the person is looked at by it',
  },
  feed_list: {
    holds: 'the order of a day’s clips, and which were looked at',
    kept: 'until the day is over',
    isHousekept: true,
    deleted: ERASED,
  },
  feed_position: { holds: 'where the next order goes on', kept: ACCOUNT, deleted: ERASED },
  report: {
    holds: 'reports of clips and ads, and the answers',
    ...until('report', 'the decision'),
    deleted: 'what is reported stays, by number; all words are erased',
  },
  objection: {
    holds: 'objections to refusals of money, and the answers',
    ...until('objection', 'the decision'),
    deleted: ERASED,
  },
  watch_ticket_used: {
    holds: 'numbers drawn by chance that were used up',
    ...until('watch_ticket_used', 'it was used'),
    deleted: 'ends as ever',
  },
};

/** Of the tables without personal data, those whose rows expire. */
export const retentionOfOthers: Readonly<Record<string, string>> = {
  day_promise: until('day_promise', 'their day began').kept,
  payout_batch: `the file, which has names and accounts and is encrypted, until no payment of it is under way and the batch is cancelled, somebody in it is deleted, or it is ${BATCH_FILE_LIFETIME_MS / DAY} days old; then its numbers alone`,
};
