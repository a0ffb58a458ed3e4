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

/** Lingui's macros derive a message's id from the whole message except its values. */
const CALLED = new Set(['t', 'msg', 'plural', 'select', 'selectOrdinal', 'defineMessage']);
const ELEMENTS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal']);

const isNamed = (node: Node, names: ReadonlySet<string>) =>
  isIdentifier(node) && names.has(node.text);

function isMessage(node: Node): boolean {
  if (isTaggedTemplateExpression(node)) return isNamed(node.tag, CALLED);
  if (isCallExpression(node)) {
    // a message that is defined elsewhere is passed to `t` as a value
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
 * Is the node outside of all messages, or a value within one? A change of any other part makes another
 * message, which no catalogue has.
 */
export function mayStandInMessage(node: Node): boolean {
  if (isMessage(node)) return false;
  // a name alone also names its placeholder in the message
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
