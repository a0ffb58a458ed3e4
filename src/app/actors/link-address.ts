/** What a link to a new password or of an e-mail has; those of servers of before have it in the query. */
export const readLink = () => new URLSearchParams(location.hash.slice(1) || location.search);

// of another link to the page that is open already the browser loads nothing
addEventListener('hashchange', () => {
  if (location.hash.length > 1) location.reload();
});
