import * as v from 'valibot';
import { defineCall } from './call.ts';
import { MAX_REPORT_TEXT, namedReasons } from './report-reasons.ts';
import { idInput } from './values.ts';

const text = v.pipe(v.string(), v.trim(), v.maxLength(MAX_REPORT_TEXT, 'at most 500 characters'));

const about = { kind: v.picklist(['clip', 'ad'], 'clip or ad'), id: idInput };

/**
 * Reports a clip or an advertisement. A second report of it by the same reporter changes nothing until an operator has
 * decided the first report.
 */
export const sendReport = defineCall({
  method: 'POST',
  path: '/api/report/send',
  access: 'public',
  takes: v.variant('reason', [
    v.object({ ...about, reason: v.picklist(namedReasons), text: v.optional(text, '') }),
    v.object({
      ...about,
      reason: v.literal('other'),
      text: v.pipe(text, v.minLength(1, 'what is wrong with it')),
    }),
  ]),
  gives: v.object({}),
  refusals: ['unknown_video', 'unknown_ad', 'too_many_attempts'],
});
