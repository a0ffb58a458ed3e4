import type { Mutant } from './mutant.ts';

const queue = 'server/mail/queue.ts';
const smtp = 'server/mail/smtp.ts';
const worker = 'server/mail/worker.ts';

/** Mutants of mails and the links in them. */
export const mailMutants: readonly Mutant[] = [
  {
    fault: 'a mailed link is valid for hours',
    file: queue,
    find: '30 * MINUTE',
    replace: '300 * MINUTE',
    tests: ['mail.test.ts'],
  },
  {
    fault: 'a blocked user gets a link',
    file: queue,
    find: ' and (blocked_at is null or $2) and',
    replace: ' and $2::boolean is not null and',
    tests: ['mail.test.ts'],
  },
  {
    fault: 'a link works although its mail was not sent',
    file: queue,
    find: 'code_hash = null, expires_at = $4',
    replace: 'expires_at = $4',
    tests: ['mail.test.ts'],
  },
  {
    fault: 'a sent mail is sent again',
    file: queue,
    find: 'set email_key = null, sealed_key = null, due_at = null where',
    replace: 'set attempts = attempts where',
    tests: ['mail.test.ts'],
  },
  {
    fault: 'a mail is retried without an end',
    file: worker,
    find: 'mail.attempts >= MAX_ATTEMPTS[mail.kind]',
    replace: 'mail.attempts < 0',
    tests: ['mail.test.ts'],
  },
  {
    fault: 'the mail that undoes a change is given up within the hour',
    file: worker,
    find: 'undo: 36',
    replace: 'undo: 9',
    tests: ['mail.test.ts'],
  },
  {
    fault: 'one slow mail delays all other mails of a server',
    file: 'server/mail/start.ts',
    find: 'const WORKERS = 3;',
    replace: 'const WORKERS = 1;',
    tests: ['mail-waits.test.ts'],
  },
  {
    fault: 'an error report quotes the mail server’s answer, which contains the address',
    file: smtp,
    find: 'const reason = `the mail server answered',
    replace: 'const reason = error.message + `the mail server answered',
    tests: ['mail.test.ts'],
  },
  {
    fault: 'a link is sent unencrypted to a mail server on another host',
    file: smtp,
    find: 'requireTLS: !isOwn,',
    replace: 'requireTLS: false,',
    tests: ['mail-text.test.ts'],
  },
  {
    fault: 'a mail interprets names as HTML',
    file: 'server/mail/text.ts',
    find: 'escaped(request)',
    replace: 'request',
    tests: ['mail-text.test.ts'],
  },
  {
    fault: 'a mail program turns a user name into a link',
    file: 'server/words/isolated.ts',
    find: "name.replaceAll('.', '.\\u2060')",
    replace: 'name',
    tests: ['mail-text.test.ts'],
  },
  {
    fault: 'a control character in a name changes the direction of the text after it',
    file: 'server/words/isolated.ts',
    find: 'enclosed(plainText(name))',
    replace: 'enclosed(name)',
    tests: ['mail-text.test.ts', 'push-texts.test.ts'],
  },
  {
    fault: 'the server gives up while a slow mail server checks a mail',
    file: 'server/mail/timeouts.ts',
    find: 'this.#within(this.#timeouts.acceptTimeoutMs)',
    replace: 'this.#within(this.#timeouts.writeTimeoutMs)',
    tests: ['mail-text.test.ts'],
  },
  {
    fault: 'one address may get any number of mails',
    file: 'server/domain/email-change.ts',
    find: 'limit: MAX_TO_ONE,',
    replace: 'limit: 0,',
    tests: ['mail.test.ts'],
  },
  {
    fault: 'mailed reset links stay valid when an operator makes a reset link',
    file: 'server/domain/reset-links.ts',
    find: "  await db.query('delete from mail where user_id = $1 and detail is null', [userId]);\n",
    replace: '',
    tests: ['mail.test.ts'],
  },
];
