/**
 * What stands behind `invite_code=` in this page's own address, if anything: as it is, for messengers
 * add to links. `inviteCodeIn` of the contract finds the code in it, with what is fetched later.
 */
export const inviteCodeOfPage = (): string | undefined => location.search.split('invite_code=')[1];
