import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CallFailure } from '../../../contract/failure.ts';

/** Text for a refused new passkey: it took too long, or the password was changed meanwhile. Null: another failure. */
export const passkeyNotAdded = (failure: CallFailure): MessageDescriptor | null =>
  failure.kind === 'refused' ? msg`The passkey could not be added. Please try again.` : null;
