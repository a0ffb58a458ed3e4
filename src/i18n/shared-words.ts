import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What the app does, in the sender's language, for the recipients of a shared link. */
export const sharedWords = (): string => i18n._(msg`Watch short videos. Get paid.`);
