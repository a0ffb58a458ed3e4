/** Browsers allow no passkeys for an IP address. */
const NUMBERS = /^(?:[\d.]+|\[.*\])$/;

/** Whether this browser has passkeys for this page: old browsers and pages without TLS have none. */
export const hasPasskeys = () =>
  typeof globalThis.PublicKeyCredential === 'function' && !NUMBERS.test(location.hostname);
