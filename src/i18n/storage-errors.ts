import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { StorageError } from '../../machines/outbox/claim.ts';

/** Warnings that claims cannot be persisted: they are lost when the page is closed. */
export const storageErrorTexts: Record<StorageError, MessageDescriptor> = {
  blocked: msg`Rewards cannot be kept on this device. Keep the app open until our server has them.`,
  full: msg`This device has no room left to keep rewards. Keep the app open until our server has them.`,
};
