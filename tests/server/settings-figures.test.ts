import { expect, test } from 'vitest';
import type { SettingDefinition } from '../../server/domain/settings.kinds.ts';
import { settingsTable } from '../../server/domain/settings.table.ts';

/**
 * What a server begins with, and the least and the most that an operator can set: what rewards,
 * limits and signals are worth where nobody has decided otherwise. To change one is a decision.
 */
const figures: Record<string, readonly [first: string, least: string | null, most: string | null]> =
  {
    'product.name': ['Clipurse', null, '40'],
    'product.theme_color': ['#0b1511', null, null],
    'product.background_color': ['#0b1511', null, null],
    'support.contact': ['', null, '120'],
    'video.daily_limit': ['20', '0', '10000'],
    'video.watch_seconds': ['5', '0', '3600'],
    'video.reward': ['0.0500', '0', '1000000'],
    'reward.registration': ['1.0000', '0', '1000000'],
    'reward.invite': ['0.5000', '0', '1000000'],
    'reward.share': ['0.0500', '0', '1000000'],
    'reward.download_app': ['0.2000', '0', '1000000'],
    'reward.notification': ['0.2000', '0', '1000000'],
    'share.extra_views': ['5', '0', '1000'],
    'share.extra_times_per_day': ['3', '0', '100'],
    'withdraw.min_amount': ['1.0000', '1', '1000000'],
    'withdraw.second_approval_above': ['0', '0', '1000000'],
    'payout.debtor_name': ['', null, '70'],
    'payout.debtor_iban': ['', null, null],
    'payout.debtor_bic': ['', null, null],
    'withdraw.notification_required': ['false', null, null],
    'withdraw.requirements.invites': ['0', '0', '100000'],
    'withdraw.requirements.videos': ['10', '0', '100000'],
    'withdraw.requirements.ads_viewed': ['0', '0', '100000'],
    'withdraw.requirements.ads_clicked': ['0', '0', '100000'],
    'withdraw.requirements.shares': ['0', '0', '100000'],
    'withdraw.accounts_shared_max': ['2', '0', '100000'],
    'withdraw.review_signals': [
      'shared_account, pace, idle_invitees, same_block+commissions',
      null,
      '200',
    ],
    'withdraw.review_days': ['3', '1', '90'],
    'review.account_hours': ['24', '0', '8760'],
    'review.commission_percent': ['70', '1', '100'],
    'review.account_users': ['2', '1', '100000'],
    'review.block_registrations': ['20', '2', '1000000'],
    'review.pace_claims': ['20', '2', '1000'],
    'review.pace_pause_ms': ['300', '0', '60000'],
    'review.idle_invitees': ['10', '1', '100000'],
    'review.idle_invitees_percent': ['80', '1', '100'],
    'invite.level_1': ['0.07', '0', '1'],
    'invite.level_2': ['0.03', '0', '1'],
    'invite.level_3': ['0.01', '0', '1'],
    'invite.release_after_videos': ['3', '0', '100000'],
    'invite.slogan': ['Watch short videos with me and earn cash', null, '140'],
    'ad.watch_seconds': ['5', '0', '3600'],
    'ad.watch_reward': ['0.0500', '0', '1000000'],
    'ad.click_reward': ['0.0200', '0', '1000000'],
    'ad.daily_limit': ['20', '0', '10000'],
    'ad.every_n_videos': ['4', '0', '1000'],
    'ad.skippable_after_seconds': ['5', '0', '3600'],
    'landing.watch_seconds': ['5', '0', '3600'],
    'landing.watch_reward': ['0.1000', '0', '1000000'],
    'landing.video': ['0', '0', '2147483647'],
    'funding.enforce': ['false', null, null],
    'limit.requests_per_minute': ['6000', '0', '1000000'],
    'limit.user_requests_per_minute': ['600', '0', '1000000'],
    'limit.registrations_per_hour': ['100', '0', '1000000'],
    'limit.refused_registrations_per_hour': ['300', '0', '1000000'],
    'limit.login_attempts': ['20', '0', '1000000'],
    'limit.address_login_attempts': ['300', '0', '1000000'],
    'limit.address_logins': ['600', '0', '1000000'],
    'limit.payout_changes_per_day': ['10', '0', '1000000'],
    'session.not_before': ['', null, null],
    'country.trace_url': ['', null, '200'],
    'marketing.users_rewarded': ['', null, '40'],
    'marketing.rating': ['', null, '40'],
    'marketing.ratings': ['', null, '40'],
    'marketing.downloads': ['', null, '40'],
    'marketing.age_rating': ['', null, '40'],
    'marketing.withdrawal_time': ['', null, '40'],
  };

test('every setting begins at its figure and ends at its bounds', () => {
  const found = Object.entries<SettingDefinition>(settingsTable).map(
    ([key, { default: first, min = null, max = null }]) => [key, [first, min, max]],
  );
  expect(Object.fromEntries(found)).toEqual(figures);
});
