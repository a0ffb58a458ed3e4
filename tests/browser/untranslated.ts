/**
 * Runs in the page in a language without plain Latin letters: finds untranslated texts and names,
 * which have such letters. Texts of people and operators are exempt where they are isolated: in
 * `bdi`, in an element with `dir`, `lang` or `translate="no"`, or between Unicode isolates.
 */
export function readUntranslated(product: string): string[] {
  const named = ['aria-label', 'aria-valuetext', 'aria-description', 'placeholder', 'alt', 'title'];
  const own = 'bdi, [dir]:not(html), [lang]:not(html), [translate="no"], script, style';
  const isPlain = (text: string) => /[A-Za-z]/.test(text.replace(/\u2068[^\u2069]*\u2069/g, ''));
  const nameOf = (element: Element, text: string) =>
    `${element.tagName.toLowerCase()}.${element.className} ${text.trim().slice(0, 40)}`;
  const found: string[] = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility() || element.closest(own)) continue;
    for (const { nodeType, nodeValue } of element.childNodes) {
      if (nodeType === Node.TEXT_NODE && nodeValue && isPlain(nodeValue))
        found.push(nameOf(element, nodeValue));
    }
    for (const attribute of named) {
      const text = element.getAttribute(attribute);
      if (text && isPlain(text)) found.push(nameOf(element, `${attribute}: ${text}`));
    }
  }
  const title = document.title.replace(product, '');
  return isPlain(title) ? [...found, `title ${title}`] : found;
}
