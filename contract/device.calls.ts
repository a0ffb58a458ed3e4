import * as v from 'valibot';
import { defineCall } from './call.ts';

export const updateFcmToken = defineCall({
  method: 'POST',
  path: '/api/user/updateFcmToken',
  access: 'private',
  takes: v.object({ fcm_token: v.pipe(v.string(), v.maxLength(4096)) }),
  gives: v.object({}),
  refusals: [],
});

export const updatePushSubscription = defineCall({
  method: 'POST',
  path: '/api/user/updatePushSubscription',
  access: 'private',
  takes: v.object({
    endpoint: v.pipe(v.string(), v.maxLength(2048)),
    p256dh: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{87}$/)),
    auth: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/)),
  }),
  gives: v.object({}),
  refusals: ['unknown_push_service'],
});
