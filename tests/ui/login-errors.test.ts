import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import type { CallFailure } from '../../contract/failure.ts';
import type { FormProblems } from '../../machines/auth/credentials.ts';
import { errorsOf } from '../../src/screens/login/login-errors.ts';

/** The errors beside each field and below all fields. */
function said(failure: CallFailure | null, problems: FormProblems = {}) {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  const { fields, general } = errorsOf({ problems, failure });
  const beside = Object.entries(fields).map(([field, text]) => `${field}: ${i18n._(text)}`);
  return { beside, below: general && i18n._(general) };
}

const faulted = (fields?: Record<string, string>): CallFailure => ({
  kind: 'faulted',
  status: 400,
  ...(fields && { fields }),
});

const OURS = 'Something went wrong on our side. Please try again.';

test.each([
  [faulted({ username: 'wrong' }), ['username: Use 3 to 32 letters, digits, “_” or “.”.'], null],
  [{ kind: 'refused', reason: 'username_taken' }, ['username: This username is taken.'], null],
  [faulted({ email: 'wrong' }), ['email: Enter a valid email address.'], null],
  [
    faulted({ email: 'wrong', invite_code: 'wrong' }),
    ['email: Enter a valid email address.', 'inviteCode: This invite code does not exist.'],
    null,
  ],
  [faulted({ device: 'wrong' }), [], OURS],
  [faulted({}), [], OURS],
  [faulted(), [], OURS],
  [
    { kind: 'refused', reason: 'invalid_invite_code' },
    ['inviteCode: This invite code does not exist.'],
    null,
  ],
  [{ kind: 'offline' }, [], 'Network error, please try again later.'],
] as [CallFailure, string[], string | null][])(
  'a failure is shown beside the field that it names, or below all fields: %o',
  (failure, beside, below) => {
    expect(said(failure)).toEqual({ beside, below });
  },
);
