import { createRequire } from 'node:module';
import { lazily } from '../../lazily.ts';

type Library = typeof import('libphonenumber-js/max');

const require = createRequire(import.meta.url);

/** The library of telephone numbers, loaded lazily: a starting server does not wait for its 93 modules. */
export const phoneNumbers = (): Library => require('libphonenumber-js/max');

lazily(async () => phoneNumbers());
