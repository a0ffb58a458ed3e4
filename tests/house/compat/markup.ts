import { parseAst } from 'rolldown/parseAst';
import { elements, globalAttributes, isNewOnPhones } from './support.ts';

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;
const nameOf = (node: unknown) => (isNode(node) ? String(node.name ?? '') : '');

/** Attributes of an element that are too new; a component counts as any element, because it passes them on. */
function newAttributes(element: string, names: readonly string[]): string[] {
  const own = Object.hasOwn(elements, element) ? elements[element] : undefined;
  return names
    .map((name) => name.toLowerCase())
    .flatMap((name) => {
      if (own?.[name]) return isNewOnPhones(own[name]) ? `<${element} ${name}>` : [];
      const isNew = Object.hasOwn(globalAttributes, name) && isNewOnPhones(globalAttributes[name]);
      return isNew ? name : [];
    });
}

/** All attributes in a view that a browser of the floor lacks. */
export function newInView(source: string): Set<string> {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isNode(value)) return;
    if (value.type === 'JSXOpeningElement') {
      const names = (value.attributes as Node[]).map((attribute) => nameOf(attribute.name));
      for (const name of newAttributes(nameOf(value.name), names)) found.add(name);
    }
    for (const [key, inner] of Object.entries(value)) if (key !== 'type') walk(inner);
  };
  walk(parseAst(source, { lang: 'tsx' }).body);
  return found;
}

/**
 * All attributes in HTML text that a browser of the floor lacks, also in tags that a program concatenates:
 * every word in a tag that is also an attribute's name counts as the attribute.
 */
export function newInTags(source: string): Set<string> {
  const tags = source.matchAll(/<([a-z][a-z0-9]*)\s([^>]*)>/g);
  return new Set(
    [...tags].flatMap(([, element = '', inner = '']) =>
      newAttributes(element, inner.replace(/="[^"]*"/g, ' ').match(/[a-z-]+/gi) ?? []),
    ),
  );
}
