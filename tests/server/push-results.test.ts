import { expect, test } from 'vitest';
import { failed } from '../../server/push/result.ts';

const coded = (code: string, text: string) => Object.assign(new Error(text), { code });

test.each([
  ['a system’s code', coded('ECONNREFUSED', 'connect'), 'ECONNREFUSED'],
  [
    'a system’s code beneath',
    new TypeError('fetch failed', { cause: new Error('tls', { cause: coded('EPIPE', 'ended') }) }),
    'EPIPE',
  ],
  ['a time that is over: its code is a number', new DOMException('late', 'TimeoutError'), 'late'],
  ['a code that is no system’s', coded('secret=1', 'no'), 'no'],
  ['what is no error', 'ECONNREFUSED', 'unknown'],
])('a call without an answer is retried; its reason is taken from %s', (_, error, why) => {
  expect(failed('push', error)).toEqual({ kind: 'retry', reason: `push: ${why}`, minDelayMs: 0 });
});
