import { feedSettings } from './settings.feed.ts';
import {
  colour,
  count,
  flag,
  money,
  rate,
  type SettingDefinition,
  text,
  words,
} from './settings.kinds.ts';
import { payoutSettings } from './settings.payout.ts';
import { peopleSettings } from './settings.people.ts';
import { registerSettings } from './settings.register.ts';
import { reviewSettings } from './settings.review.ts';
import { withdrawSettings } from './settings.withdraw.ts';

/**
 * All settings: type, default, bounds and meaning of each key. The server, the operator's command line and the
 * documentation read this one table.
 */
export const settingsTable = {
  'product.name': words('Clipurse', 40, 'the name of the product that people see'),
  'product.currency': {
    type: 'currency',
    default: 'USD',
    meaning:
      'the currency of all amounts: rewards, balances and funds; it cannot change once there are entries or deposits, and a change removes the exchange rates',
  },
  'debug.pages': flag(
    false,
    'show the pages for engineers: `/Demo`, `/docs`, `/openapi.json`; on with the demo, until your own clips, ads, methods or figures end it',
  ),
  'product.theme_color': colour(
    '#0b1511',
    'colour of the bars around the installed app until the app is drawn',
  ),
  'product.background_color': colour(
    '#0b1511',
    'colour behind the icon while the installed app starts',
  ),
  'support.contact': words(
    '',
    120,
    'contact for questions of people; the app shows it when it is set',
  ),
  'video.daily_limit': count(20, 10_000, 'paid clips per user and UTC day'),
  'video.watch_seconds': count(5, 3_600, 'seconds to watch a clip without a watch time of its own'),
  'video.reward': money('0.0500', 'reward of a clip without a reward of its own'),
  ...feedSettings,
  'claim.late_days': count(
    3,
    7,
    'days after which a reward that was earned offline is not paid any more',
    1,
  ),
  'claim.late_limit': count(
    20,
    10_000,
    'clips of past UTC days for which a user is paid on the day on which the claims arrive; the same number of ad watches, and of ad clicks',
  ),
  'claim.burst_seconds': count(
    200,
    86_400,
    'seconds of watch time whose claims may arrive at once after a pause, such as the watch time of the clips and ads of a day; further claims wait until real time has passed',
  ),
  'reward.registration': money('1.0000', 'new-user reward, once per account'),
  'reward.invite': money('0.5000', 'reward of the direct inviter for each friend'),
  'reward.share': money('0.0500', 'reward of the first share of a UTC day'),
  'reward.download_app': money('0.2000', 'reward of the task "download the app"'),
  'reward.notification': money('0.2000', 'reward of the task "enable notifications"'),
  'share.extra_views': count(5, 1_000, 'clips that a share adds once the daily limit is reached'),
  'share.extra_times_per_day': count(3, 100, 'how often per UTC day a share may add clips'),
  'withdraw.min_amount': money('1.0000', 'smallest withdrawal', '1'),
  'withdraw.second_approval_above': money(
    '0',
    'sum that one operator may approve alone on a UTC day, and sum that one person may get in this way; above it, one operator prepares a payment and another one approves it; 0: no limit',
  ),
  ...payoutSettings,
  ...peopleSettings,
  ...withdrawSettings,
  ...reviewSettings,
  'invite.level_1': rate('0.07', 'share of a new-user reward for the direct inviter'),
  'invite.level_2': rate('0.03', 'share for the inviter of the inviter'),
  'invite.level_3': rate('0.01', 'share for the inviter one level further up'),
  'invite.release_after_videos': count(
    3,
    100_000,
    'paid clips of a friend before others get rewards for this friend',
  ),
  'invite.promise_days': count(
    90,
    3_650,
    'days without a clip of a friend after which the rewards for this friend are no longer promised; 0: they are promised for ever',
  ),
  'invite.slogan': words(
    'Watch short videos with me and earn cash',
    140,
    'words of the landing page',
  ),
  'ad.watch_seconds': count(5, 3_600, 'seconds to watch an ad without a watch time of its own'),
  'ad.watch_reward': money('0.0500', 'reward for watching an ad without a watch reward of its own'),
  'ad.click_reward': money(
    '0.0200',
    'reward for following an ad without a click reward of its own',
  ),
  'ad.daily_limit': count(20, 10_000, 'paid ad watches, and paid ad clicks, per user and UTC day'),
  'ad.every_n_videos': count(4, 1_000, 'number of clips after which an ad follows; 0: never'),
  'ad.skippable_after_seconds': count(5, 3_600, 'seconds after which an ad may be skipped'),
  'landing.watch_seconds': count(5, 3_600, 'seconds to watch on the landing page'),
  'landing.watch_reward': money('0.1000', 'reward for watching on the landing page'),
  'landing.video': count(0, 2_147_483_647, 'id of the landing page’s clip; 0: the first clip'),
  'reports.hide_after': count(
    3,
    10_000,
    'different people who report a clip or an advertisement before it is hidden until an operator has looked at it; all visitors and members who were never paid for a clip count as one person, and so do members who registered from one block of addresses; 0: never',
  ),
  'funding.enforce': flag(
    false,
    'stop rewards before the promised amount exceeds the deposits (`funding deposit`)',
  ),
  'funding.promises_a_day': rate(
    '0.02',
    'part of the free funds at the beginning of a UTC day that its registrations and tasks may promise, with the rewards for friends; the first promise of a day is always possible; 1: no limit; only while `funding.enforce` is true',
  ),
  'funding.promises_a_block': rate(
    '0.5',
    'part of the promises of a day that people of one block of addresses may get (IPv4 /24, IPv6 /48); 1: all of them',
  ),
  'limit.requests_per_minute': count(
    6_000,
    1_000_000,
    'requests without a session, per address and minute; a whole village may share one; 0: off',
  ),
  'limit.user_requests_per_minute': count(
    600,
    1_000_000,
    'requests per user and minute, from any address; each claim in a request counts as one; 0: off',
  ),
  ...registerSettings,
  'limit.registrations_per_hour': count(
    1_000,
    1_000_000,
    'registrations per address and hour; 0: off',
  ),
  'limit.refused_registrations_per_hour': count(
    300,
    1_000_000,
    'refused registrations per address and hour: they tell which names and e-mails are taken; 0: off',
  ),
  'limit.login_attempts': count(
    20,
    1_000_000,
    'failed log-ins per user name, and per e-mail, in 15 minutes; the same number on each device that the account knows, and of wrong passwords for a change of the password; 0: off',
  ),
  'limit.address_login_attempts': count(
    300,
    1_000_000,
    'failed log-ins and password changes per address in 15 minutes; the same number of wrong codes of reset links, and of requests for links by e-mail; 0: off',
  ),
  'limit.address_logins': count(
    600,
    1_000_000,
    'log-ins, password changes and password resets per address in 15 minutes, whether they succeed or not; 0: off',
  ),
  'limit.cancellations_per_day': count(
    10,
    1_000_000,
    'withdrawals that a user may cancel per UTC day; each stays in the ledger for good; 0: off',
  ),
  'limit.exports_per_day': count(
    10,
    1_000_000,
    'files with all their stored data that a user may request per UTC day; 0: off',
  ),
  'limit.payout_changes_per_day': count(
    10,
    1_000_000,
    'changes of a user’s payout account per UTC day; each is kept in the log for good; 0: off',
  ),
  'limit.reports_per_day': count(
    20,
    1_000_000,
    'reports of clips and advertisements that a user may send per UTC day; 0: off',
  ),
  'limit.address_reports_per_day': count(
    200,
    1_000_000,
    'reports per address and UTC day, of members and visitors; 0: off',
  ),
  'session.longest_days': count(
    90,
    3650,
    'days after which a session that begins from now on has to log in again, even if it is used often',
    1,
  ),
  'session.not_before': {
    type: 'time',
    default: '',
    meaning: 'sessions that began before this moment have to log in again',
  },
  'country.trace_url': {
    type: 'page',
    default: '',
    max: '200',
    meaning:
      'a page with a "loc=" line that tells a visitor’s country, such as /cdn-cgi/trace; ' +
      'a page of another host must allow the app’s origin to read it',
  },
  'marketing.users_rewarded': text('', 40, 'statement "users rewarded", shown when set'),
  'marketing.rating': text('', 40, 'statement "rating", shown when set'),
  'marketing.ratings': text('', 40, 'statement "number of ratings", shown when set'),
  'marketing.downloads': text('', 40, 'statement "downloads", shown when set'),
  'marketing.age_rating': text('', 40, 'age rating, shown when set'),
  'marketing.withdrawal_time': text(
    '',
    40,
    'statement "withdrawal is possible within", shown when set; such as 24 hours or 1-3 days, which each language says in its own words',
  ),
} as const satisfies Record<string, SettingDefinition>;

export type SettingKey = keyof typeof settingsTable;

/** A family of keys, `rates.INR` and so on: units of a currency for one unit of `product.currency`. */
export const RATE_KEY = /^rates\.([A-Z]{3})$/;

export const rateDefinition: SettingDefinition = {
  type: 'rate',
  default: '',
  min: '0.00000001',
  max: '1000000000',
  meaning:
    'units of this currency for one unit of `product.currency`, with at most eight decimal places; empty: no estimate',
};
