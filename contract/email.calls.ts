import * as v from 'valibot';
import { defineCall } from './call.ts';
import { currentPassword } from './current-password.ts';
import { emailInput } from './email.ts';

const linkCode = v.pipe(v.string(), v.minLength(1, 'the code of a link'), v.maxLength(128));

/** Mails a link to a new address, which is set when the link is opened. A server that sends no mails answers 404. */
export const changeEmail = defineCall({
  method: 'POST',
  path: '/api/user/changeEmail',
  access: 'private',
  takes: v.object({
    password: v.optional(currentPassword),
    email: emailInput,
  }),
  gives: v.object({}),
  // `invalid_credentials`: the password is wrong
  refusals: ['invalid_credentials', 'proof_too_old', 'too_many_attempts'],
});

export const confirmEmail = defineCall({
  method: 'POST',
  path: '/api/user/confirmEmail',
  access: 'public',
  takes: v.object({ code: linkCode }),
  gives: v.object({ changed: v.boolean() }),
  // `link_over`: as for a reset link, or another account has the address by now
  refusals: ['link_over', 'too_many_attempts'],
});

export const undoEmail = defineCall({
  method: 'POST',
  path: '/api/user/undoEmail',
  access: 'public',
  takes: v.object({ code: linkCode }),
  gives: v.object({ code: v.string() }),
  refusals: ['link_over', 'too_many_attempts'],
});

/** The member's present address, and whether its link was opened. */
export const myEmail = defineCall({
  method: 'GET',
  path: '/api/user/email',
  access: 'private',
  takes: v.object({}),
  gives: v.object({ email: v.string(), confirmed: v.boolean() }),
  refusals: [],
});

/** Mails a link that confirms the present address. A server that sends no mails answers 404. */
export const sendConfirmLink = defineCall({
  method: 'POST',
  path: '/api/user/sendConfirmLink',
  access: 'private',
  takes: v.object({}),
  /** `confirmed`: the address was confirmed before, so no mail was sent */
  gives: v.object({ email: v.string(), confirmed: v.boolean() }),
  refusals: ['too_many_attempts'],
});
