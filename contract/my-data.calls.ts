import * as v from 'valibot';
import { defineCall } from './call.ts';

export const myData = defineCall({
  method: 'GET',
  path: '/api/user/myData',
  access: 'private',
  takes: v.object({ format: v.optional(v.picklist(['json', 'csv'], 'json or csv'), 'json') }),
  gives: v.object({ name: v.string(), text: v.string() }),
  refusals: ['too_many_attempts'],
});
export type DataFormat = v.InferOutput<(typeof myData)['takes']>['format'];
