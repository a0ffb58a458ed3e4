import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What the app is, in the person's language, for those with whom a link is shared. */
export const sharedWords = (): string => i18n._(msg`Watch short videos. Get paid.`);
