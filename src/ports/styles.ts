/** One that failed is there in some browsers, with no rule in it. */
const hasCome = ({ sheet }: HTMLLinkElement) => !!sheet?.cssRules.length;

/** Asks for a stylesheet once more; one that is on its way shares its answer. */
const refetch = (link: HTMLLinkElement) =>
  new Promise<boolean>((resolve) => {
    const again = link.cloneNode() as HTMLLinkElement;
    again.onload = again.onerror = () => {
      const isThere = hasCome(again);
      if (!isThere) again.remove();
      else if (!hasCome(link)) link.remove();
      resolve(isThere);
    };
    link.after(again);
  });

/**
 * Waits for the stylesheets that are not there, and asks again for those that did not come: Vite
 * asks for each once, and takes it for there from then on.
 * @returns whether all are there
 */
export async function haveStyles(): Promise<boolean> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const missing = links.filter((link) => !hasCome(link));
  return (await Promise.all(missing.map(refetch))).every(Boolean);
}
