/** One that failed is there in some browsers, with no rule in it. */
const isThere = ({ href }: HTMLLinkElement) =>
  [...document.styleSheets].some((sheet) => sheet.href === href && sheet.cssRules.length);

/** Asks for a stylesheet once more; what loads it waits for the first link, which stays. */
const refetch = (link: HTMLLinkElement) =>
  new Promise<boolean>((resolve) => {
    const again = link.cloneNode() as HTMLLinkElement;
    again.onload = again.onerror = () => {
      if (!again.sheet?.cssRules.length) again.remove();
      resolve(isThere(link));
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
  const missing = links.filter((link) => !isThere(link));
  return (await Promise.all(missing.map(refetch))).every(Boolean);
}
