import { expect, test } from 'vitest';
import { failed } from '../../server/push/result.ts';

const coded = (code: string, text: string) => Object.assign(new Error(text), { code });

test.each([
  ['the system’s error code', coded('ECONNREFUSED', 'connect'), 'ECONNREFUSED'],
  [
    'the system’s error code of a cause',
    new TypeError('fetch failed', { cause: new Error('tls', { cause: coded('EPIPE', 'ended') }) }),
    'EPIPE',
  ],
  [
    'the text of a timeout, whose code is a number',
    new DOMException('late', 'TimeoutError'),
    'late',
  ],
  ['the text of an error with another code', coded('secret=1', 'no'), 'no'],
  ['a value that is not an error', 'ECONNREFUSED', 'unknown'],
])('a call without an answer is retried; its reason is taken from %s', (_, error, why) => {
  expect(failed('push', error)).toEqual({ kind: 'retry', reason: `push: ${why}`, minDelayMs: 0 });
});
