const KINDS = ['code', 'confirm', 'undo'];

/** What stands behind the #; null: that is no link of a mail, as what a reader of mails may add. */
function fromHash(): URLSearchParams | null {
  const given = new URLSearchParams(location.hash.slice(1));
  return KINDS.some((kind) => given.has(kind)) ? given : null;
}

const reloadAtLink = () => {
  if (fromHash()) location.reload();
};

/** What a link to a new password or of an e-mail has; those of servers of before have it in the query. */
export function readLink(): URLSearchParams {
  // of another link to the page that is open already the browser loads nothing; added again, a listener is the same
  addEventListener('hashchange', reloadAtLink);
  return fromHash() ?? new URLSearchParams(location.search);
}
