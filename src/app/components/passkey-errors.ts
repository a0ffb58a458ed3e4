import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CallFailure } from '../../../contract/failure.ts';

/** The server refused the new passkey: it took too long, or the password was changed meanwhile. */
export const passkeyNotAdded = (failure: CallFailure): MessageDescriptor | null =>
  failure.kind === 'refused' ? msg`The passkey could not be added. Please try again.` : null;
