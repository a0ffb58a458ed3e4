import * as v from 'valibot';
import { defineCall, type OutputOf } from './call.ts';
import { country, time } from './values.ts';

/** Names one of the member's sessions; its token cannot be derived from this name. */
const session = v.pipe(
  v.string('a session from the list'),
  v.regex(/^[0-9a-f]{32}$/, 'a session from the list'),
);

/** A session in the member's list of log-ins. */
const openSession = v.object({
  session,
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  country: v.nullable(country),
  created_at: time,
  seen_at: time,
  here: v.boolean(),
});

export const sessions = defineCall({
  method: 'GET',
  path: '/api/user/sessions',
  access: 'private',
  takes: v.object({}),
  gives: v.object({ list: v.array(openSession) }),
  refusals: [],
});
export type OpenSession = OutputOf<typeof sessions>['list'][number];

export const endSession = defineCall({
  method: 'POST',
  path: '/api/user/endSession',
  access: 'private',
  takes: v.object({ session }),
  gives: v.object({}),
  refusals: ['proof_too_old'],
});

export const endOtherSessions = defineCall({
  method: 'POST',
  path: '/api/user/endOtherSessions',
  access: 'private',
  takes: v.object({}),
  gives: v.object({}),
  refusals: ['proof_too_old'],
});
