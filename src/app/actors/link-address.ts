const KINDS = ['code', 'confirm', 'undo'];

/** The parameters after `#`; null: no mailed link has this hash (a mail program may add a hash). */
function fromHash(): URLSearchParams | null {
  const given = new URLSearchParams(location.hash.slice(1));
  return KINDS.some((kind) => given.has(kind)) ? given : null;
}

const reloadAtLink = () => {
  if (fromHash()) location.reload();
};

/** The parameters of a mailed link (new password, e-mail); links from older servers have them in the query. */
export function readLink(): URLSearchParams {
  // the browser does not reload when a second link differs in the hash only; adding the same listener again has no effect
  addEventListener('hashchange', reloadAtLink);
  return fromHash() ?? new URLSearchParams(location.search);
}
