import * as v from 'valibot';
import { appConfig } from './app-config.ts';
import { defineCall } from './call.ts';

export const getAppConfig = defineCall({
  method: 'GET',
  path: '/api/user/getAppConfig',
  access: 'public',
  takes: v.object({}),
  gives: appConfig,
  refusals: [],
});
