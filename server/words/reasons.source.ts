/** Texts of the reasons that an operator chooses from a list, by code. */
export const reasonWords = {
  'reason.account_wrong': {
    text: 'The account does not exist or has a typing mistake.',
    comment: 'Why a withdrawal was not paid.',
  },
  'reason.account_closed': {
    text: 'The account is closed or blocked.',
    comment: 'Why a withdrawal was not paid.',
  },
  'reason.name_mismatch': {
    text: 'The recipient’s name does not belong to the account.',
    comment: 'Why a withdrawal was not paid.',
  },
  'reason.provider_limit': {
    text: 'The account has reached the limit of its provider.',
    comment: 'Why a withdrawal was not paid. Provider: of the account.',
  },
  'reason.payout_refused': {
    text: 'The bank or payment service did not carry out the payment.',
    comment: 'Why a withdrawal was not paid. Neither bank nor service said why.',
  },
  'reason.not_watched': {
    text: 'Clips were counted that nobody had watched.',
    comment:
      'Why a withdrawal was not paid, or something was taken from a balance: the rules of watching were broken.',
  },
  'reason.our_mistake': {
    text: 'We have corrected a mistake of ours.',
    comment: 'Why somebody’s balance was changed by hand.',
  },
  'reason.paid_twice': {
    text: 'This amount had been paid twice.',
    comment: 'Why somebody’s balance was changed by hand. The second payment is taken back.',
  },
  'reason.goodwill': {
    text: 'We give this as a gesture of goodwill.',
    comment: 'Why somebody’s balance was changed by hand. We: the operator; this: an amount.',
  },
  'reason.breaks_rules': {
    text: 'It breaks our rules.',
    comment:
      'What became of a report of a clip or an advertisement. It: the clip or the advertisement.',
  },
  'reason.illegal': {
    text: 'It is against the law.',
    comment:
      'What became of a report of a clip or an advertisement. It: the clip or the advertisement.',
  },
  'reason.keeps_rules': {
    text: 'It does not break our rules.',
    comment:
      'What became of a report of a clip or an advertisement. It: the clip or the advertisement.',
  },
  'reason.not_found': {
    text: 'We could not find what was reported.',
    comment: 'What became of a report of a clip or an advertisement.',
  },
  'reason.not_answered': {
    text: 'We did not answer your objection in time, so we decided in your favour.',
    comment:
      'Why an objection to a refusal of money was decided for the person who made it: nobody had looked at it within some days.',
  },
} as const;
