/** Whether a host of an address is this machine. */
export const isOwnHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
