import { parseAst } from 'rolldown/parseAst';

/** The fields of a syntax node that are used here. */
interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Attributes with visible or spoken text. */
const SAID =
  /^(aria-(label|valuetext|description|roledescription|placeholder)|placeholder|title|alt|label|caption|hint|failed)$/;

/** Lingui's macros, whose texts are in the catalogue. */
const MACROS = /^(Trans|Plural|Select|SelectOrdinal)$/;

const hasWords = (text: unknown): text is string =>
  typeof text === 'string' && /\p{L}{2}/u.test(text.replace(/&\w+;/g, ''));

/** Possible texts of an expression, without arguments of calls and tagged templates. */
function textsOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === 'Literal') return hasWords(node.value) ? [String(node.value)] : [];
  if (node.type === 'TemplateLiteral') {
    const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
    return parts.filter(hasWords);
  }
  if (node.type === 'ConditionalExpression') {
    return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  }
  if (node.type === 'LogicalExpression') return [...textsOf(node.left), ...textsOf(node.right)];
  return node.type === 'JSXExpressionContainer' ? textsOf(node.expression) : [];
}

const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? '') : '');

function attributeTexts(node: Node, element: string): string[] {
  const name = nameOf(node.name);
  const isSaid = SAID.test(name) || (name === 'name' && element === 'IconButton');
  return isSaid ? textsOf(node.value) : [];
}

/** @param element the JSX element around the node */
function walk(node: unknown, element: string): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => walk(each, element));
  if (!isNode(node)) return [];
  if (node.type === 'JSXElement') {
    const { openingElement, children } = node as unknown as Record<string, Node>;
    const name = nameOf(openingElement?.name);
    if (MACROS.test(name)) return [];
    return [...walk(openingElement, name), ...walk(children, name)];
  }
  if (node.type === 'JSXText') return hasWords(node.value) ? [String(node.value).trim()] : [];
  if (node.type === 'JSXAttribute') {
    const own = attributeTexts(node, element);
    return own.length > 0 ? own : walk(node.value, '');
  }
  const here = node.type === 'JSXExpressionContainer' && element !== '' ? textsOf(node) : [];
  return [...here, ...Object.values(node).flatMap((each) => walk(each, element))];
}

/** @returns the words of a view that no translation replaces */
export function untranslatedIn(code: string): string[] {
  return walk(parseAst(code, { lang: 'tsx' }), '');
}
