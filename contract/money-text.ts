/** Amount in a request: up to four places, no sign, no exponent. */
export const MONEY_INPUT = /^(?:0|[1-9]\d{0,11})(?:\.\d{1,4})?$/;

/** Amount in an answer: exactly four places. */
export const MONEY_OUTPUT = /^(?:0|[1-9]\d*)\.\d{4}$/;
