import { createRequire } from 'node:module';
import { lazily } from '../../lazily.ts';

type Library = typeof import('libphonenumber-js/max');

const require = createRequire(import.meta.url);

/** The library of telephone numbers. It has 93 modules, so a server that starts does not wait for it. */
export const phoneNumbers = (): Library => require('libphonenumber-js/max');

lazily(async () => phoneNumbers());
