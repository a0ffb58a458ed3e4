/** Settings that switch off rules that most tests are not about; tests of such a rule switch it on. */
export const RULES_OFF = {
  'withdraw.requirements.videos': '0',
  'withdraw.email_confirmed_required': 'false',
  'withdraw.accounts_shared_max': '0',
  'withdraw.review_signals': '',
  'invite.release_after_videos': '0',
  'funding.promises_a_day': '1',
  'withdraw.easy_method_hold_days': '0',
  'withdraw.account_change_hold_hours': '0',
  'register.proof_after': '0',
};
