import * as v from 'valibot';
import { defineCall } from './call.ts';
import { userInfo } from './shapes.ts';
import { language } from './values.ts';

export const info = defineCall({
  method: 'GET',
  path: '/api/user/info',
  access: 'private',
  takes: v.object({ language: v.optional(language) }),
  gives: v.object({ userInfo }),
  refusals: [],
});
