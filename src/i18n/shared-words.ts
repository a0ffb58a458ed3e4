import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Advertises the app to the recipients of a shared link, in the sender's language. */
export const shareText = (): string => i18n._(msg`Watch short videos. Get paid.`);
