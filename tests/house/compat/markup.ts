import { parseAst } from 'rolldown/parseAst';
import { elements, globalAttributes, isNewOnPhones } from './support.ts';

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;
const nameOf = (node: unknown) => (isNode(node) ? String(node.name ?? '') : '');

/** As HTML writes them; a component is asked for what it hands on to any element. */
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

/** All attributes of a view's elements which a browser of the floor lacks. */
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
 * The same of tags as HTML has them, also where a program puts them together: whatever stands in
 * one and is called as an attribute is taken for it.
 */
export function newInTags(source: string): Set<string> {
  const tags = source.matchAll(/<([a-z][a-z0-9]*)\s([^>]*)>/g);
  return new Set(
    [...tags].flatMap(([, element = '', inner = '']) =>
      newAttributes(element, inner.replace(/="[^"]*"/g, ' ').match(/[a-z-]+/gi) ?? []),
    ),
  );
}
