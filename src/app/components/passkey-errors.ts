import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CallFailure } from '../../../contract/failure.ts';

/** The passkey that the browser made was refused: it took too long, or the password is another one by now. */
export const passkeyNotAdded = (failure: CallFailure): MessageDescriptor | null =>
  failure.kind === 'refused' ? msg`The passkey could not be added. Please try again.` : null;
