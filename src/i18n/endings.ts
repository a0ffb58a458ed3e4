import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Ending } from '../../machines/withdrawal/rules.ts';

/** Outcome of a withdrawal, in a toast and as the title of its details. */
export const endingTexts: Record<Ending, MessageDescriptor> = {
  paid: msg`Your withdrawal was paid`,
  failed: msg({
    message: 'Your withdrawal failed',
    comment: 'Title: the money could not be paid out and is back with the user.',
  }),
  returned: msg`Your withdrawal was returned`,
  rejected: msg`Your withdrawal was rejected`,
  cancelled: msg`Your withdrawal was cancelled`,
};
