/** What a request may carry: fewer places are fine, a sign or an exponent never. */
export const MONEY_INPUT = /^(?:0|[1-9]\d{0,11})(?:\.\d{1,4})?$/;

/** What an answer always carries: exactly four places. */
export const MONEY_OUTPUT = /^(?:0|[1-9]\d*)\.\d{4}$/;
