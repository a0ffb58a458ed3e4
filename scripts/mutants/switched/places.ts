import {
  isBindingElement,
  isCallExpression,
  isDeleteExpression,
  isElementAccessExpression,
  isExpression,
  isExpressionStatement,
  isIdentifier,
  isJsxAttribute,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isNewExpression,
  isNonNullExpression,
  isParenthesizedExpression,
  isPostfixUnaryExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isStatement,
  isTaggedTemplateExpression,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { isAssignmentOperator } from 'typescript/unstable/ast/is';
import { applied, type Edit, type Fault, type Source } from '../fault.ts';
import { mayStandInMessage } from './messages.ts';

/** An expression that can be replaced by a choice between itself and its faulty form. */
export interface Place {
  start: number;
  end: number;
  /** text around the choice */
  opening: string;
  closing: string;
  /** the expression without the fault, if it differs from the original text */
  own?: string;
  /** the expression with the fault */
  faulty: string;
}

function smallestAround(node: Node, source: Source, from: number, to: number): Node {
  let found: Node | undefined;
  node.forEachChild((child) => {
    if (child.getStart(source.tree) <= from && child.end >= to) found = child;
  });
  return found ? smallestAround(found, source, from, to) : node;
}

/** The expression with the brackets and type assertions around it. */
function whole(node: Node): Node {
  const { parent } = node;
  const isWrapped =
    isParenthesizedExpression(parent) ||
    isNonNullExpression(parent) ||
    parent.kind === SyntaxKind.AsExpression ||
    parent.kind === SyntaxKind.SatisfiesExpression;
  return isWrapped ? whole(parent) : node;
}

const isAccess = (node: Node) =>
  isPropertyAccessExpression(node) || isElementAccessExpression(node) || isCallExpression(node);

/** Does the chain contain a `?.`, at which it may end early? */
const isChain = (node: Node): boolean =>
  isNonNullExpression(node)
    ? isChain(node.expression)
    : isAccess(node) && (node.questionDotToken !== undefined || isChain(node.expression));

/** Is the expression written to, called or continued? A choice between values could not replace it. */
function isMoreThanRead(node: Node): boolean {
  const outer = whole(node);
  const { parent } = outer;
  if (isPrefixUnaryExpression(parent) || isPostfixUnaryExpression(parent)) {
    return [SyntaxKind.PlusPlusToken, SyntaxKind.MinusMinusToken].includes(parent.operator);
  }
  if (isDeleteExpression(parent)) return true;
  if (isTaggedTemplateExpression(parent)) return parent.tag === outer || parent.template === outer;
  if (isCallExpression(parent) || isNewExpression(parent)) {
    if (parent.expression === outer) return true;
  }
  if (isAccess(parent) && parent.expression === outer && isChain(node)) return true;
  return (
    parent.kind === SyntaxKind.BinaryExpression &&
    'left' in parent &&
    parent.left === outer &&
    isAssignmentOperator((parent as unknown as { operatorToken: Node }).operatorToken.kind)
  );
}

const NO_VALUES = new Set([
  SyntaxKind.SpreadElement,
  SyntaxKind.OmittedExpression,
  SyntaxKind.JsxExpression,
  SyntaxKind.SuperKeyword,
  SyntaxKind.ImportKeyword,
  SyntaxKind.PrivateIdentifier,
  SyntaxKind.ExpressionWithTypeArguments,
]);

/** Names are not values. */
const isName = (node: Node) =>
  ['name', 'propertyName', 'tagName', 'label'].some(
    (role) => (node.parent as unknown as Record<string, unknown>)[role] === node,
  );

const isValue = (node: Node) =>
  isExpression(node) &&
  !NO_VALUES.has(node.kind) &&
  !isName(node) &&
  !isJsxAttribute(node.parent) &&
  node.parent.kind !== SyntaxKind.ExpressionWithTypeArguments &&
  !isMoreThanRead(node);

const isWithinJsx = ({ parent }: Node) => isJsxElement(parent) || isJsxFragment(parent);

const around = (source: Source, node: Node, faulty: string, isChild = false): Place => ({
  start: node.getStart(source.tree),
  end: node.end,
  opening: isChild ? '{' : '(',
  closing: isChild ? '}' : ')',
  faulty,
});

/** A destructured field: its name becomes a computed one. */
function placeInPattern(source: Source, node: Node, edit: Edit): Place | null {
  const element = node.parent;
  if (!isIdentifier(node) || !isBindingElement(element)) return null;
  const [other = ''] = edit.text.split(':');
  const closing = element.propertyName === node ? ']' : `]: ${node.text}`;
  return {
    ...around(source, node, `'${other}'`),
    opening: '[',
    closing,
    own: `'${node.text}'`,
  };
}

/** A fault that removes a whole node: a handler, or the statement that adds a listener. */
function placeOfDropped(source: Source, node: Node): Place | null {
  if (isExpressionStatement(node)) return around(source, node.expression, 'undefined');
  const value = isJsxAttribute(node) ? node.initializer : undefined;
  if (!value || !isJsxExpression(value) || !value.expression) return null;
  return around(source, value.expression, 'undefined');
}

/** @returns null: the fault cannot be switched at run time */
export function placeOf(source: Source, { edits }: Pick<Fault, 'edits'>): Place | null {
  const [edit] = edits;
  if (!edit || edits.length !== 1) return null;
  const first = smallestAround(source.tree, source, edit.start, edit.end);
  if (isExpressionStatement(first) || isJsxAttribute(first)) return placeOfDropped(source, first);
  const inPattern = placeInPattern(source, first, edit);
  if (inPattern) return inPattern;
  for (let node = first; !isStatement(node) && node.parent; node = node.parent) {
    const start = node.getStart(source.tree);
    const moved = { start: edit.start - start, end: edit.end - start, text: edit.text };
    const faulty = applied(source.text.slice(start, node.end), [moved]);
    if (faulty.trim() === '' || !isValue(node)) continue;
    return mayStandInMessage(node) ? around(source, node, faulty, isWithinJsx(node)) : null;
  }
  return null;
}
