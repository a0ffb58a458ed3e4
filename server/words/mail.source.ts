/** Texts of e-mails; the subject of a changed account is also the title of its push message. */
export const mailWords = {
  'mail.password.subject': {
    text: 'Your password was changed',
    comment: 'Subject of an e-mail, and title of a push message. Narrow.',
  },
  'mail.password.text': {
    text: 'The password of {name} at {product} was changed. If you did not change it, choose a new one here: all passkeys are removed, and all devices are logged out.',
    comment: 'E-mail; a link follows. {name}: a user name; {product}: the name of the app.',
  },
  'mail.passkey_removed.subject': {
    text: 'A passkey was removed',
    comment:
      'Subject of an e-mail, and title of a push message. Passkey: as browsers and phones call it in your language.',
  },
  'mail.passkey_removed.text': {
    text: 'A passkey of {name} at {product} was removed: it no longer logs in. If you did not remove it, choose a new password here: all passkeys are removed, and all devices are logged out.',
    comment: 'E-mail; a link follows. {name}: a user name; {product}: the name of the app.',
  },
  'mail.reset.text': {
    text: 'Somebody asked for a new password for {name} at {product}. If it was you, choose one here.',
    comment: 'E-mail; a link follows. {name}: a user name; {product}: the name of the app.',
  },
  'mail.reset.note': {
    text: 'The link works once, for 30 minutes. If it was not you, you need not do anything: your password stays as it is.',
    comment: 'E-mail, under the link to choose a new password.',
  },
  'mail.passkey.subject': {
    text: 'A passkey was added',
    comment: 'Subject of an e-mail. Passkey: as browsers and phones call it in your language.',
  },
  'mail.passkey.text': {
    text: '{name} at {product} has a new passkey: it logs in without the password. If you did not add it, choose a new password here: all passkeys are removed, and all devices are logged out.',
    comment: 'E-mail; a link follows. {name}: a user name; {product}: the name of the app.',
  },
  'mail.changed.note': {
    text: 'The link works once, for 30 minutes. If it was you, you need not do anything.',
    comment:
      'E-mail, under the link to choose a new password: after the password or the withdrawal info was changed, and after a passkey was added or removed. It: who did that.',
  },
  'mail.payout.subject': {
    text: 'Your withdrawal info was changed',
    comment:
      'Subject of an e-mail. Withdrawal info: as the app calls where the user’s money is sent.',
  },
  'mail.payout.text': {
    text: 'Withdrawals of {name} at {product} now go to another account. If you did not change it, choose a new password here: all devices are logged out. Then cancel any open withdrawal, and enter your account again.',
    comment:
      'E-mail; a link follows. {name}: a user name; {product}: the name of the app. Account: where the user’s money is sent.',
  },
  'mail.confirm.button': {
    text: 'Confirm your email',
    comment: 'Subject of an e-mail, and what its link is called (verb).',
  },
  'mail.confirm.text': {
    text: 'This address was entered as the email of {name} at {product}. If it was you, confirm it here.',
    comment: 'E-mail; a link follows. {name}: a user name; {product}: the name of the app.',
  },
  'mail.confirm.note': {
    text: 'The link works once, for 24 hours. If it was not you, you need not do anything.',
    comment: 'E-mail, under the link to confirm an address.',
  },
  'mail.undo.subject': {
    text: 'Your email was changed',
    comment: 'Subject of an e-mail to the address that was the user’s before.',
  },
  'mail.undo.button': {
    text: 'Undo the change',
    comment: 'What the link in an e-mail is called (verb): of the user’s address.',
  },
  'mail.undo.text': {
    text: '{name} at {product} has another email now. If you did not change it, undo the change here: this address becomes yours again, and all devices are logged out.',
    comment:
      'E-mail to the address that was the user’s before; a link follows. {name}: a user name; {product}: the name of the app.',
  },
  'mail.undo.note': {
    text: 'The link works once, for 72 hours. If it was you, you need not do anything.',
    comment: 'E-mail, under the link to undo the change of an address.',
  },
} as const;
