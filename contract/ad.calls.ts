import * as v from 'valibot';
import { defineCall } from './call.ts';
import { ad } from './shapes.ts';
import { count, country, pageOf, paging } from './values.ts';

export const getAdList = defineCall({
  method: 'GET',
  path: '/api/ad/getAdList',
  access: 'public',
  takes: v.object({ ...paging, country: v.optional(country) }),
  gives: v.object(pageOf(ad)),
  refusals: [],
});

export const getDisplayRules = defineCall({
  method: 'GET',
  path: '/api/ad/getDisplayRules',
  access: 'public',
  takes: v.object({}),
  gives: v.object({
    every_n_videos: count,
    countdown_seconds: count,
    skippable_after_seconds: count,
  }),
  refusals: [],
});
