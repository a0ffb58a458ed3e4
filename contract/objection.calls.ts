import * as v from 'valibot';
import { defineCall } from './call.ts';
import { MAX_OBJECTION_TEXT, objection } from './objection.ts';
import { idInput } from './values.ts';

const text = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'what is wrong'),
  v.maxLength(MAX_OBJECTION_TEXT, 'at most 1000 characters'),
);

/** Objects to a refusal. A second objection to the same case changes nothing, and returns the first. */
export const object = defineCall({
  method: 'POST',
  path: '/api/user/object',
  access: 'private',
  takes: v.object({ kind: v.picklist(['withdrawal', 'correction']), id: idInput, text }),
  gives: v.object({ objection }),
  refusals: ['not_objectable'],
});

/** Objects to a block, without a session: blocked members have none. The answer reveals nothing about the account. */
export const objectToBlock = defineCall({
  method: 'POST',
  path: '/api/user/objectToBlock',
  access: 'public',
  takes: v.object({
    username: v.pipe(v.string(), v.trim(), v.minLength(1, 'a user name'), v.maxLength(254)),
    password: v.pipe(v.string(), v.minLength(1, 'a password'), v.maxLength(1_024)),
    text,
  }),
  gives: v.object({}),
  refusals: ['too_many_attempts'],
});
