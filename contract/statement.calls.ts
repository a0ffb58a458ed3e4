import * as v from 'valibot';
import { defineCall } from './call.ts';
import { rewardTypes } from './shapes.ts';
import { count, currency, decimal, idInput, money } from './values.ts';

const amounts = { amount: money, local_amount: v.nullable(decimal) };
const sum = v.object(amounts);

/** Sums of a month or a year, and the balances at its end. */
const period = {
  earned: sum,
  earned_by: v.array(v.object({ type: v.picklist([...rewardTypes, 'correction']), ...amounts })),
  taken: sum,
  paid_out: sum,
  returned: sum,
  arrived: v.array(v.object({ currency, amount: decimal })),
  balance_at_end: sum,
  held_at_end: sum,
  owed_at_end: sum,
};

const month = v.object({ month: v.pipe(v.string(), v.regex(/^\d{4}-\d\d$/)), ...period });

export const statement = defineCall({
  method: 'GET',
  path: '/api/user/statement',
  access: 'private',
  takes: v.object({
    year: v.optional(v.pipe(idInput, v.minValue(2000, 'from 2000'), v.maxValue(9999, 'to 9999'))),
  }),
  gives: v.object({
    year: count,
    years: v.array(count),
    currency,
    local_currency: v.nullable(currency),
    whole_year: v.object(period),
    months: v.array(month),
    file: v.object({ name: v.string(), text: v.string() }),
  }),
  refusals: [],
});
export type Statement = v.InferOutput<(typeof statement)['gives']>;
export type StatementMonth = v.InferOutput<typeof month>;
export type StatementPeriod = Statement['whole_year'];
