import type * as calls from '../../contract/calls.ts';
import { type Handler, InvalidField, NotOffered, Refusal } from './context.ts';
import { windowOfMailbox } from './email-change.ts';
import { readEmail } from './emails.ts';
import { takeSlots, windowsOfAddress } from './limits.ts';
import { WINDOW_MS } from './login.ts';
import { queueMail } from './mail-queue.ts';

/**
 * Only queues a mail to this address: the mail sender looks up whether an account has it, so the answer and the work
 * are the same for every address.
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
  const windows = [
    ...windowsOfAddress(visitor.address, { bucket: 'forgot:address', limit, lengthMs: WINDOW_MS }),
    await windowOfMailbox(db, address),
  ];
  const seconds = await takeSlots(db, windows, now);
  if (seconds > 0) throw new Refusal('too_many_attempts', { retry_after: seconds });
  await queueMail(db, { kind: 'reset', emailKey: address.key, linkId: null }, now);
  return {};
};
