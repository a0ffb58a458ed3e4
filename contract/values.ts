import * as v from 'valibot';
import { MONEY_INPUT, MONEY_OUTPUT } from './money-text.ts';

/** Money in an answer: exactly four places. */
export const money = v.pipe(v.string(), v.regex(MONEY_OUTPUT, 'an amount with four places'));

/** Money in a request: at most four places, no sign, no exponent, never a number. */
export const moneyInput = v.pipe(
  v.string('an amount as text, such as "1.50"'),
  v.regex(MONEY_INPUT, 'an amount with at most four places, such as "1.50"'),
);

export const id = v.pipe(v.number(), v.integer(), v.minValue(1));
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const time = v.pipe(v.string(), v.isoTimestamp('a time in ISO 8601'));
/** A time in a request: UTC, in the same form as in answers. */
const timeInput = v.pipe(
  v.string('a time in ISO 8601, UTC'),
  v.regex(
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,9})?Z$/,
    'a time in ISO 8601, UTC, such as "2026-03-02T17:00:00.000Z"',
  ),
);

/**
 * Time at which the claimed reward was earned, by the server's clock: the reward counts for that UTC day. A missing
 * time, or a time ahead of the server's clock, counts as now.
 */
export const earnedAt = v.optional(timeInput);

export const country = v.pipe(
  v.string('a country'),
  v.regex(/^[A-Z]{2}$/, 'two capital letters, ISO 3166-1'),
);
export const currency = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'three capital letters'));
/** A number with any count of places, in an answer: a sum with its currency's own places, or a rate. */
export const decimal = v.pipe(v.string(), v.regex(/^\d+(?:\.\d+)?$/, 'a decimal'));
export const language = v.pipe(
  v.string('a language tag'),
  v.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'a language tag, BCP 47'),
);

/**
 * Whole numbers of a request. Query strings and form bodies carry text, JSON carries numbers, with the same meaning.
 */
const wholeNumber = v.pipe(
  v.union(
    [v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'a whole number'))],
    'a whole number',
  ),
  v.transform(Number),
  v.integer('a whole number'),
);

export const idInput = v.pipe(
  wholeNumber,
  v.minValue(1, 'a whole number from 1'),
  v.maxValue(Number.MAX_SAFE_INTEGER, 'too large'),
);

export const ageInput = v.pipe(wholeNumber, v.maxValue(150, 'at most 150'));

/** Any short text: an unknown task is refused with its own reason, not as a malformed request. */
export const taskInput = v.pipe(v.string(), v.maxLength(64));

export const flagInput = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false', '1', '0', 'on'])], 'true or false'),
  v.transform((value) => value === true || value === 'true' || value === '1' || value === 'on'),
);

/** Query of every list: `page` from 1, `limit` 1 to 100. */
export const paging = {
  page: v.optional(
    v.pipe(wholeNumber, v.minValue(1, 'from 1'), v.maxValue(1_000_000, 'too large')),
    1,
  ),
  limit: v.optional(
    v.pipe(wholeNumber, v.minValue(1, 'from 1'), v.maxValue(100, 'at most 100')),
    10,
  ),
};

/** Number of a list's entries that page numbers reach; only a key reaches later entries. */
export const NUMBERED_ENTRIES = 1_000;

/** Whether a page number leads beyond `NUMBERED_ENTRIES`. */
export const isBeyondNumberedPages = ({
  page,
  limit,
  before,
  after,
}: Readonly<Record<string, unknown>>): boolean =>
  typeof page === 'number' &&
  typeof limit === 'number' &&
  before === undefined &&
  after === undefined &&
  (page - 1) * limit >= NUMBERED_ENTRIES;

/**
 * Query of a list that grows with a member's activity. `before`: the `next` of the previous page; the page
 * begins there and `page` is ignored.
 */
export const keyedPaging = {
  ...paging,
  before: v.optional(
    v.pipe(
      v.string('the next of another page'),
      v.regex(/^\d{1,18}(?:-\d{1,6}){0,2}$/, 'the next of another page'),
    ),
  ),
};

/** One page of a list. */
export function pageOf<Item extends v.GenericSchema>(item: Item) {
  return { list: v.array(item), page: id, limit: id, total: count };
}

/** One page of a list with keys: `next` is the key of the following page; null: there is none. */
export function keyedPageOf<Item extends v.GenericSchema>(item: Item) {
  // older servers do not send `next`
  return { ...pageOf(item), next: v.optional(v.nullable(v.string())) };
}
