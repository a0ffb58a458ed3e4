import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import type { CallFailure } from '../../contract/failure.ts';
import { isPlainFailure } from '../../src/i18n/failures.ts';
import { failureText } from '../../src/i18n/refusals.ts';

const refused = (retryAfter?: number): CallFailure => ({
  kind: 'refused',
  reason: 'too_many_attempts',
  ...(retryAfter !== undefined && { retryAfter }),
});
const faulted = (status: number, retryAfter?: number): CallFailure => ({
  kind: 'faulted',
  status,
  ...(retryAfter !== undefined && { retryAfter }),
});

const OURS = 'Something went wrong on our side. Please try again.';
const REQUESTS = 'Too many requests from your connection. Please try again';
const ATTEMPTS = 'Too many attempts. Please try again';

const told: [CallFailure, string][] = [
  [faulted(428), OURS],
  [faulted(429), `${REQUESTS} later.`],
  [faulted(429, 0), `${REQUESTS} later.`],
  [faulted(429, 60), `${REQUESTS} in 1 minute.`],
  [faulted(429, 61), `${REQUESTS} in 2 minutes.`],
  [faulted(430), OURS],
  [faulted(503, 60), OURS],
  [
    { kind: 'faulted', status: 500, requestId: '6f1b0f0e6a3c4d0f9d550e3a5f3a7c11' },
    `${OURS} (6f1b0f0e)`,
  ],
  [refused(), `${ATTEMPTS} later.`],
  [refused(0), `${ATTEMPTS} later.`],
  [refused(1), `${ATTEMPTS} in 1 minute.`],
  [{ kind: 'refused', reason: 'pending_exists' }, 'You already have a withdrawal in process.'],
  [{ kind: 'offline' }, 'Network error, please try again later.'],
  [{ kind: 'timeout' }, 'This took too long. Please try again.'],
];

test.each(told)(
  'the text of a failure has its reason, and when to try again: %o',
  (failure, words) => {
    const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
    expect(i18n._(failureText(failure))).toBe(words);
    // all other texts are in a later chunk, which needs a connection
    const isPlain = words === OURS || ['offline', 'timeout'].includes(failure.kind);
    expect(isPlainFailure(failure)).toBe(isPlain);
  },
);
