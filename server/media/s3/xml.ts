import { DOMParser, type Element } from '@xmldom/xmldom';

/** null: the text is no XML */
function rootOf(xml: string): Element | null {
  try {
    const parser = new DOMParser({ onError: () => undefined });
    return parser.parseFromString(xml.trim(), 'text/xml').documentElement;
  } catch {
    return null;
  }
}

const within = (element: Element | null, name: string): Element[] => [
  ...(element?.getElementsByTagName(name) ?? []),
];

/** The text of the first element with a name; null: none. */
export const textOf = (xml: string, name: string): string | null =>
  within(rootOf(xml), name)[0]?.textContent ?? null;

/** The texts of the named children of each element with a name; empty when there is none. */
export function listOf<Name extends string>(
  xml: string,
  item: string,
  names: readonly Name[],
): Record<Name, string>[] {
  return within(rootOf(xml), item).map(
    (element) =>
      Object.fromEntries(
        names.map((name) => [name, within(element, name)[0]?.textContent ?? '']),
      ) as Record<Name, string>,
  );
}
