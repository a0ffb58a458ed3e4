/**
 * Every key of the configuration: its type, default, bounds and meaning. The server, the
 * operator's command line and the documentation read this one table.
 */
export type SettingType = 'count' | 'money' | 'rate' | 'flag' | 'text' | 'time' | 'page';

export interface SettingDefinition {
  /**
   * count: whole number; money: decimal with at most four places; rate: decimal with at most six;
   * flag: true or false; text: empty means not set; time: ISO 8601, empty means never;
   * page: an https address or a path of this host, empty means not set
   */
  readonly type: SettingType;
  readonly default: string;
  /** count, money and rate: inclusive; text: characters */
  readonly min?: string;
  readonly max?: string;
  readonly meaning: string;
}

const count = (initial: number, max: number, meaning: string, min = 0) =>
  ({
    type: 'count',
    default: String(initial),
    min: String(min),
    max: String(max),
    meaning,
  }) as const;
const money = (initial: string, meaning: string, min = '0', max = '1000000') =>
  ({ type: 'money', default: initial, min, max, meaning }) as const;
const rate = (initial: string, meaning: string) =>
  ({ type: 'rate', default: initial, min: '0', max: '1', meaning }) as const;
const text = (initial: string, max: number, meaning: string) =>
  ({ type: 'text', default: initial, max: String(max), meaning }) as const;
const flag = (initial: boolean, meaning: string) =>
  ({ type: 'flag', default: String(initial), meaning }) as const;

export const settingsTable = {
  'product.name': text('Clipurse', 40, 'the name people see'),
  'video.daily_limit': count(20, 10_000, 'paid clips a user and UTC day'),
  'video.watch_seconds': count(5, 3_600, 'seconds to watch a clip that names none itself'),
  'video.reward': money('0.0500', 'reward of a clip that names none itself'),
  'reward.registration': money('1.0000', 'new-user reward, once an account'),
  'reward.invite': money('0.5000', 'reward of the direct inviter for each friend'),
  'reward.share': money('0.0500', 'reward of the first share of a UTC day'),
  'reward.download_app': money('0.2000', 'reward of the task "download the app"'),
  'reward.notification': money('0.2000', 'reward of the task "enable notifications"'),
  'share.extra_views': count(5, 1_000, 'clips that a share adds once the daily limit is reached'),
  'share.extra_times_per_day': count(3, 100, 'how often a UTC day a share may add clips'),
  'withdraw.min_amount': money('1.0000', 'smallest withdrawal', '1'),
  'withdraw.notification_required': flag(false, 'ask for notifications before a withdrawal'),
  'withdraw.requirements.invites': count(0, 100_000, 'friends to invite before a withdrawal'),
  'withdraw.requirements.videos': count(0, 100_000, 'clips to watch before a withdrawal'),
  'withdraw.requirements.ads_viewed': count(0, 100_000, 'ads to watch before a withdrawal'),
  'withdraw.requirements.ads_clicked': count(0, 100_000, 'ads to follow before a withdrawal'),
  'withdraw.requirements.shares': count(0, 100_000, 'shares before a withdrawal'),
  'invite.level_1': rate('0.07', 'share of a new-user reward for the direct inviter'),
  'invite.level_2': rate('0.03', 'share for the inviter of the inviter'),
  'invite.level_3': rate('0.01', 'share one level further up'),
  'invite.slogan': text(
    'Watch short videos with me and earn cash',
    140,
    'words of the landing page',
  ),
  'ad.watch_seconds': count(5, 3_600, 'seconds to watch an ad that names none itself'),
  'ad.watch_reward': money('0.0500', 'reward for watching an ad that names none itself'),
  'ad.click_reward': money('0.0200', 'reward for following an ad that names none itself'),
  'ad.daily_limit': count(20, 10_000, 'paid ad watches, and paid ad clicks, a user and UTC day'),
  'ad.every_n_videos': count(4, 1_000, 'an ad after so many clips; 0: never'),
  'ad.skippable_after_seconds': count(5, 3_600, 'seconds after which an ad may be skipped'),
  'landing.watch_seconds': count(5, 3_600, 'seconds to watch on the landing page'),
  'landing.watch_reward': money('0.1000', 'reward for watching on the landing page'),
  'landing.video': count(0, 2_147_483_647, 'id of the landing page’s clip; 0: the first'),
  'limit.requests_per_minute': count(1_200, 1_000_000, 'requests an address and minute; 0: off'),
  'limit.registrations_per_hour': count(20, 1_000_000, 'registrations an address and hour; 0: off'),
  'limit.login_attempts': count(
    20,
    1_000_000,
    'failed log-ins an account, and an address, in 15 minutes; 0: off',
  ),
  'session.not_before': {
    type: 'time',
    default: '',
    meaning: 'sessions begun before this moment must log in again',
  },
  'country.trace_url': {
    type: 'page',
    default: '',
    max: '200',
    meaning:
      'a page with a "loc=" line that tells a visitor’s country, such as /cdn-cgi/trace; ' +
      'one of another host must allow the app’s origin to read it',
  },
  'marketing.users_rewarded': text('', 40, 'claim "users rewarded", shown when set'),
  'marketing.rating': text('', 40, 'claim "rating", shown when set'),
  'marketing.ratings': text('', 40, 'claim "number of ratings", shown when set'),
  'marketing.downloads': text('', 40, 'claim "downloads", shown when set'),
  'marketing.age_rating': text('', 40, 'age rating, shown when set'),
  'marketing.withdrawal_time': text(
    '',
    40,
    'claim "withdrawal is possible within", such as 24 hours, shown when set',
  ),
} as const satisfies Record<string, SettingDefinition>;

export type SettingKey = keyof typeof settingsTable;

/** `rates.INR` and so on: units of a currency for one unit of ours; a family of keys. */
export const RATE_KEY = /^rates\.([A-Z]{3})$/;

export const rateDefinition: SettingDefinition = {
  type: 'rate',
  default: '',
  min: '0.00000001',
  max: '1000000000',
  meaning: 'units of this currency for one unit of ours, at most eight places; empty: no estimate',
};
