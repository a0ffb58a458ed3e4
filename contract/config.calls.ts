import * as v from 'valibot';
import { appConfig } from './app-config.ts';
import { defineCall } from './call.ts';

export const getAppConfig = defineCall({
  method: 'GET',
  path: '/api/user/getAppConfig',
  access: 'public',
  summary: 'What the app needs to know before anybody logs in.',
  takes: v.object({}),
  gives: appConfig,
  refusals: [],
});
