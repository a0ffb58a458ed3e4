import {
  isCallExpression,
  isIdentifier,
  isJsxElement,
  isJsxExpression,
  isJsxSelfClosingElement,
  isObjectLiteralExpression,
  isTaggedTemplateExpression,
  isTemplateSpan,
  type Node,
} from 'typescript/unstable/ast';

/** Lingui's macros make a message's name of all that is written in them but the values. */
const CALLED = new Set(['t', 'msg', 'plural', 'select', 'selectOrdinal', 'defineMessage']);
const ELEMENTS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal']);

const isNamed = (node: Node, names: ReadonlySet<string>) =>
  isIdentifier(node) && names.has(node.text);

function isMessage(node: Node): boolean {
  if (isTaggedTemplateExpression(node)) return isNamed(node.tag, CALLED);
  if (isCallExpression(node)) {
    // a message that is kept elsewhere is given to `t` as a value
    const isWritten = node.arguments.length > 1 || node.arguments.some(isObjectLiteralExpression);
    return isWritten && isNamed(node.expression, CALLED);
  }
  if (isJsxElement(node)) return isNamed(node.openingElement.tagName, ELEMENTS);
  return isJsxSelfClosingElement(node) && isNamed(node.tagName, ELEMENTS);
}

/** The count or the choice of a message: `plural(count, …)`. */
const isChoice = (node: Node, message: Node) =>
  isCallExpression(message) && message.arguments.length > 1 && message.arguments[0] === node;

/**
 * Whether it is outside of all messages, or a value that is put into one: a message of which
 * anything else changes is another one, which no catalogue has.
 */
export function mayStandInMessage(node: Node): boolean {
  if (isMessage(node)) return false;
  // a name alone is the name of its place in the message too
  let isPutIn = false;
  for (let at = node; at.parent; at = at.parent) {
    const { parent } = at;
    const isValue = isTemplateSpan(parent) || isJsxExpression(parent) || isChoice(at, parent);
    if (isValue) isPutIn = !isIdentifier(node) || at !== node;
    if (!isMessage(parent)) continue;
    if (!isPutIn) return false;
    // one message is a value of another: `${plural(…)}`
    isPutIn = false;
  }
  return true;
}
