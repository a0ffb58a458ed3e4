import { createHash } from 'node:crypto';
import type * as calls from '../../contract/calls.ts';
import { type Handler, InvalidField, NotOffered, Refusal } from './context.ts';
import { readEmail } from './emails.ts';
import { takeSlots, windowsOfAddress } from './limits.ts';
import { WINDOW_MS } from './login.ts';
import { queueMail } from './mail-queue.ts';
import { HOUR } from './time.ts';

/** Mails an hour to one address: whoever knows it can have them sent. */
const MOST_TO_ONE = 3;

/**
 * Notes that somebody has asked for a mail to this address, and nothing else: whether an account has it is
 * looked up by who sends. So the same work is done, and the same said, of every address.
 * @throws NotOffered where no mails are sent; Refusal too_many_attempts
 */
export const forgotPassword: Handler<typeof calls.forgotPassword> = async (
  { db, settings, visitor, site, now },
  _caller,
  { email },
) => {
  if (!site.mails) throw new NotOffered('mails are not set up');
  const address = readEmail(email);
  if (!address) throw new InvalidField('email', 'an e-mail address');
  const limit = settings.get('limit.address_login_attempts');
  const name = createHash('sha256').update(address.key).digest('base64url');
  const windows = [
    ...windowsOfAddress(visitor.address, { bucket: 'forgot:address', limit, lengthMs: WINDOW_MS }),
    { bucket: `forgot:email:${name}`, limit: MOST_TO_ONE, lengthMs: HOUR },
  ];
  const seconds = await takeSlots(db, windows, now);
  if (seconds > 0) throw new Refusal('too_many_attempts', { retry_after: seconds });
  await queueMail(db, 'reset', address.key, now);
  return {};
};
