const KINDS = ['code', 'confirm', 'undo'];

const fromHash = () => new URLSearchParams(location.hash.slice(1));

const reloadAtLink = () => {
  if (KINDS.some((kind) => fromHash().has(kind))) location.reload();
};

/** What a link to a new password or of an e-mail has; those of servers of before have it in the query. */
export function readLink(): URLSearchParams {
  // of another link to the page that is open already the browser loads nothing; added again, a listener is the same
  addEventListener('hashchange', reloadAtLink);
  const given = fromHash();
  return given.size > 0 ? given : new URLSearchParams(location.search);
}
