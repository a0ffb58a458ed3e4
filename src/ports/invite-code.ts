/**
 * Text after `invite_code=` in this page's own address, unchanged, because messengers add characters to links.
 * `inviteCodeIn` of the contract, which is loaded later, finds the code in it.
 */
export const inviteCodeOfPage = (): string | undefined => location.search.split('invite_code=')[1];
