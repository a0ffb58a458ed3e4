import {
  type BinaryExpression,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isIfStatement,
  isJsxAttribute,
  isLiteralTypeNode,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTemplateHead,
  isTemplateMiddle,
  isTemplateTail,
  type Node,
  type ObjectLiteralExpression,
  SyntaxKind,
} from 'typescript/unstable/ast';
import * as calls from '../../contract/calls.ts';
import { takesKey } from '../../server/http/openapi/document.ts';
import { type Change, dropped, type Edit, type Kind, replaced, type Source } from './fault.ts';
import { nameOf } from './machine-faults.ts';

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '+',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
};

const of = (kind: Kind, ...edits: readonly Edit[]): Change => ({ kind, edits });

/** Faults in operators, conditions and constants of any code. */
export function codeChanges(source: Source, node: Node): Change[] {
  if (isIfStatement(node)) return [inverted(source, node.expression)];
  if (isConditionalExpression(node)) return [inverted(source, node.condition)];
  if (isBinaryExpression(node)) return ofBinary(source, node);
  if (isNumericLiteral(node)) return ofNumber(source, node);
  const isBoolean = node.kind === SyntaxKind.TrueKeyword || node.kind === SyntaxKind.FalseKeyword;
  if (isBoolean && !isLiteralTypeNode(node.parent)) {
    return [of('constant', replaced(source, node, String(node.kind !== SyntaxKind.TrueKeyword)))];
  }
  return [];
}

const inverted = (source: Source, condition: Node) =>
  of('condition', replaced(source, condition, `!(${condition.getText(source.tree)})`));

const isText = (node: Node): boolean =>
  isStringLiteral(node) ||
  isNoSubstitutionTemplateLiteral(node) ||
  node.kind === SyntaxKind.TemplateExpression ||
  (isBinaryExpression(node) && (isText(node.left) || isText(node.right)));

function ofBinary(source: Source, node: BinaryExpression): Change[] {
  const { left, right, operatorToken } = node;
  const sign = operatorToken.getText(source.tree);
  const other = operators[sign];
  if (!other || (sign === '+' && isText(node))) return [];
  const change = of('operator', replaced(source, operatorToken, other));
  if (sign !== '&&' && sign !== '||') return [change];
  return [
    change,
    of('operand', replaced(source, node, aloneIn(source, left))),
    of('operand', replaced(source, node, aloneIn(source, right))),
  ];
}

/** Puts brackets around an object: after an arrow a bare one would be a block. */
function aloneIn(source: Source, node: Node): string {
  const text = node.getText(source.tree);
  return text.startsWith('{') ? `(${text})` : text;
}

function ofNumber(source: Source, node: Node): Change[] {
  const { parent } = node;
  const isDelay =
    isPropertyAssignment(parent) &&
    isPropertyAssignment(parent.parent.parent) &&
    nameOf(parent.parent.parent) === 'delays';
  if (isDelay || isLiteralTypeNode(parent)) return [];
  const written = node.getText(source.tree).replaceAll('_', '');
  const value = Number(written);
  return Number.isFinite(value) ? [of('constant', replaced(source, node, `${value + 1}`))] : [];
}

/** Faults in handlers, listeners, idempotency keys, provided actors and arguments. */
export function effectChanges(source: Source, node: Node): Change[] {
  if (isJsxAttribute(node)) {
    const name = node.name.getText(source.tree);
    return /^on[A-Z]/.test(name) ? [of('handler', dropped(source, node))] : [];
  }
  if (isExpressionStatement(node) && isCallExpression(node.expression)) {
    const called = node.expression.expression.getText(source.tree);
    const isListener = /addEventListener$/.test(called);
    return isListener ? [of('handler', replaced(source, node, ';'))] : [];
  }
  if (isPropertyAssignment(node) && nameOf(node) === 'idempotencyKey') {
    return [of('key', dropped(source, node))];
  }
  if (isCallExpression(node)) return ofCall(source, node.arguments, node.expression);
  return [];
}

function ofCall(source: Source, given: readonly Node[], callee: Node): Change[] {
  const last = given.at(-1);
  const called = callee.getText(source.tree);
  const table = given[1];
  const isProviding = called === 'promises' || called === 'listeners';
  if (isProviding && table && isObjectLiteralExpression(table)) return misplaced(source, table);
  return last && given.length > 1 ? [of('argument', dropped(source, last))] : [];
}

/** Gives each actor of the table the effect of the next actor. */
function misplaced(source: Source, table: ObjectLiteralExpression): Change[] {
  const given = table.properties.filter(isPropertyAssignment);
  return given.flatMap((each, at) => {
    const other = given[(at + 1) % given.length];
    if (!other || other === each) return [];
    const text = other.initializer.getText(source.tree);
    return [of('provided', replaced(source, each.initializer, text))];
  });
}

/** Makes the server ignore the idempotency key, once for each call that takes one. */
export function keyChanges(source: Source, node: Node): Change[] {
  if (!isCallExpression(node)) return [];
  const name = node.expression.getText(source.tree);
  if (name !== 'answerOnce' && name !== 'answerByFunction') return [];
  const start = node.getStart(source.tree);
  return Object.values(calls)
    .filter((call) => takesKey(call) && (call === calls.record) === (name === 'answerByFunction'))
    .map(({ path }) =>
      of('key', { start, end: start, text: `call.path === '${path}' ? run({ db: pool }) : ` }),
    );
}

const STATEMENT = /\b(select|insert into|update|delete from|where|returning|create table|check)\b/;

/** A number in a comparison, a sum or an argument of SQL; not `select 1`, a column or a type. */
const BOUND =
  /(?<=(?:[<>=+*-] |\bcoalesce\([\w.]+, |\b(?:limit|then|else|default) |\binterval '))\d+\b(?![.\w])/g;

/** Patterns of SQL, and the replacement of each. */
const sqlReplacements: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/(?<=[\w)\]}$] )(<=|>=|<|>)(?= )/g, (sign) => operators[sign] ?? sign],
  [/(?<=[\w)] )[+-](?= [\w(:$])/g, (sign) => operators[sign] ?? sign],
  // "create or replace" has no other form
  [/(?<= )(?<!create )(and|or)(?=\s)/g, (word) => (word === 'and' ? 'or' : 'and')],
  [/\bis not null\b/g, () => 'is null'],
  [/\bis null\b/g, () => 'is not null'],
  [/ for (no key )?update\b( skip locked)?/g, () => ''],
  [/\b(asc|desc)\b/g, (word) => (word === 'asc' ? 'desc' : 'asc')],
  [/\bdistinct /g, () => ''],
  [/\bnot exists\b/g, () => 'exists'],
  [/\b(least|greatest)\(/g, (word) => (word === 'least(' ? 'greatest(' : 'least(')],
  [/\b(true|false)\b/g, (word) => (word === 'true' ? 'false' : 'true')],
  [/(?<=\b(?:where|and|or|on|when) [\w.]+ )=(?= )/g, () => '<>'],
  [BOUND, (digits) => String(Number(digits) + 1)],
];

/** Faults in comparisons, sums and conditions of a piece of SQL, which begins at `offset` of its file. */
export function sqlChanges(text: string, offset: number): Change[] {
  const withoutComments = text.replace(/--.*/g, (comment) => ' '.repeat(comment.length));
  return sqlReplacements.flatMap(([pattern, other]) =>
    [...withoutComments.matchAll(pattern)].map((found) => {
      const start = offset + found.index;
      return of('sql', { start, end: start + found[0].length, text: other(found[0]) });
    }),
  );
}

const isTextNode = (node: Node) =>
  isStringLiteral(node) ||
  isNoSubstitutionTemplateLiteral(node) ||
  isTemplateHead(node) ||
  isTemplateMiddle(node) ||
  isTemplateTail(node);

/** The whole template literal that a piece of text belongs to. */
function wholeOf(node: Node): Node {
  if (isTemplateHead(node)) return node.parent;
  return isTemplateMiddle(node) || isTemplateTail(node) ? node.parent.parent : node;
}

/** Faults in SQL within code: in a text that reads like a statement, or a part of one. */
export function statementChanges(source: Source, node: Node): Change[] {
  if (!isTextNode(node)) return [];
  const start = node.getStart(source.tree);
  const text = source.text.slice(start, node.end);
  return STATEMENT.test(wholeOf(node).getText(source.tree)) ? sqlChanges(text, start) : [];
}
