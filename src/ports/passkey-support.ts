/** Browsers take an address of numbers for no site: none has passkeys. */
const NUMBERS = /^(?:[\d.]+|\[.*\])$/;

/** Whether this browser has passkeys for this page: an old one has not, nor has a page without TLS. */
export const hasPasskeys = () =>
  typeof globalThis.PublicKeyCredential === 'function' && !NUMBERS.test(location.hostname);
