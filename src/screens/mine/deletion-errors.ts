import { msg } from '@lingui/core/macro';
import type { CallFailure } from '../../../contract/failure.ts';
import { isRefusedFor } from '../../../machines/failure.ts';
import { failureText } from '../../i18n/refusals.ts';

export const pendingFirst = msg({
  message:
    'You have a withdrawal in process. Wait until it has ended, or cancel it, before you delete your account.',
  comment: 'Why an account cannot be deleted now.',
});

export const deletionError = (failure: CallFailure) =>
  isRefusedFor(failure, 'pending_exists') ? pendingFirst : failureText(failure);
