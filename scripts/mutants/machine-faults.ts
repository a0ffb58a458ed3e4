import {
  type ArrayLiteralExpression,
  type Expression,
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isCallExpression,
  isExpressionStatement,
  isNumericLiteral,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isStringLiteral,
  type Node,
  type ObjectLiteralExpression,
  type PropertyAssignment,
  type ShorthandPropertyAssignment,
} from 'typescript/unstable/ast';
import { type Change, dropped, type Kind, replaced, type Source } from './fault.ts';

/** Unwraps type assertions and brackets, which have no effect at run time. */
function bare(node: Expression): Expression {
  return isAsExpression(node) || isSatisfiesExpression(node) || isParenthesizedExpression(node)
    ? bare(node.expression)
    : node;
}

export const nameOf = ({ name }: PropertyAssignment | ShorthandPropertyAssignment) =>
  'text' in name ? String(name.text) : '';

/** For each state's name, the name of a sibling state, from all files of the machine. */
export type Siblings = ReadonlyMap<string, string>;

/** @param sources the files of one machine */
export function siblingsIn(sources: readonly Source[]): Siblings {
  const siblings = new Map<string, string>();
  const visit = (node: Node): void => {
    if (isPropertyAssignment(node) && nameOf(node) === 'states') {
      const states = bare(node.initializer);
      if (isObjectLiteralExpression(states)) {
        const names = states.properties.flatMap((each) =>
          isPropertyAssignment(each) || isShorthandPropertyAssignment(each) ? [nameOf(each)] : [],
        );
        for (const [at, name] of names.entries()) {
          const next = names[(at + 1) % names.length];
          if (next && next !== name && !siblings.has(name)) siblings.set(name, next);
        }
      }
    }
    node.forEachChild(visit);
  };
  for (const { tree } of sources) visit(tree);
  return siblings;
}

const transitions = ['onDone', 'onError', 'always'];
const lists = ['entry', 'exit', 'actions', 'tags', 'invoke'];
const senders = ['notify', 'emit', 'sendTo', 'sendParent', 'raise', 'cancel', 'stopChild', 'log'];

/** The faults of a chart at one node. */
export function machineChanges(source: Source, node: Node, siblings: Siblings): Change[] {
  if (isPropertyAssignment(node)) return ofProperty(source, node, siblings);
  if (isCallExpression(node)) return ofCall(source, node.expression, [...node.arguments], siblings);
  if (isExpressionStatement(node) && isCallExpression(node.expression)) {
    const called = node.expression.expression.getText(source.tree);
    return /^enqueue\b/.test(called)
      ? [{ kind: 'notify', edits: [replaced(source, node, ';')] }]
      : [];
  }
  return [];
}

function ofProperty(source: Source, node: PropertyAssignment, siblings: Siblings): Change[] {
  const name = nameOf(node);
  const value = bare(node.initializer);
  if (name === 'target' || name === 'initial') return ofTarget(source, value, siblings);
  if (name === 'guard') return ofGuard(source, node);
  if (name === 'delays') return isObjectLiteralExpression(value) ? ofDelays(source, value) : [];
  if (transitions.includes(name)) return ofEntry(source, node, name as Kind, siblings);
  if (lists.includes(name)) return ofList(source, node, name as Kind);
  if (name === 'on' || name === 'after') {
    if (!isObjectLiteralExpression(value)) return drop(source, node, name);
    return value.properties.flatMap((each) =>
      isPropertyAssignment(each) ? ofEntry(source, each, name, siblings) : drop(source, each, name),
    );
  }
  // events whose transitions several states share
  const isEvent = name.includes('.') && !isInside(node, ['on', 'after']);
  return isEvent ? ofEntry(source, node, 'on', siblings) : ofSender(source, node);
}

const drop = (source: Source, node: Node, kind: Kind): Change[] => [
  { kind, edits: [dropped(source, node)] },
];

function isInside({ parent }: Node, names: readonly string[]): boolean {
  const owner = parent?.parent;
  return Boolean(owner && isPropertyAssignment(owner) && names.includes(nameOf(owner)));
}

/** Faults of an event's transitions: removed as a whole, removed one by one, or with another target. */
function ofEntry(
  source: Source,
  node: PropertyAssignment,
  kind: Kind,
  siblings: Siblings,
): Change[] {
  const value = bare(node.initializer);
  const ways = isArrayLiteralExpression(value) && value.elements.length > 1 ? value.elements : [];
  return [
    ...drop(source, node, kind),
    ...ways.flatMap((each) => drop(source, each, kind)),
    ...ofTarget(source, value, siblings),
  ];
}

function ofTarget(source: Source, value: Expression, siblings: Siblings): Change[] {
  if (!isStringLiteral(value)) return [];
  const path = value.text.split('.');
  const sibling = siblings.get((path.pop() ?? '').replace('#', ''));
  if (!sibling) return [];
  const text = `'${[...path, sibling].join('.')}'`;
  return [{ kind: 'target', edits: [replaced(source, value, text)] }];
}

const NOT = "import { not as inverted } from 'xstate';\n";

function ofGuard(source: Source, node: PropertyAssignment): Change[] {
  const guard = node.initializer;
  const inverted = `inverted(${guard.getText(source.tree)} as never) as never`;
  return [
    { kind: 'guard-dropped', edits: [dropped(source, node)] },
    {
      kind: 'guard-inverted',
      edits: [replaced(source, guard, inverted), { start: 0, end: 0, text: NOT }],
    },
  ];
}

function ofDelays(source: Source, value: ObjectLiteralExpression): Change[] {
  return value.properties.flatMap((each) => {
    if (!isPropertyAssignment(each) || !isNumericLiteral(each.initializer)) return [];
    const ms = Number(each.initializer.getText(source.tree).replaceAll('_', ''));
    return [ms - 1, ms + 1, ms * 2].map((changed) => ({
      kind: 'delay' as const,
      edits: [replaced(source, each.initializer, String(changed))],
    }));
  });
}

const elementsOf = (list: ArrayLiteralExpression) => [...list.elements];

/** Removes actions, tags or actors of a state, one by one; not from the table that defines them. */
function ofList(source: Source, node: PropertyAssignment, kind: Kind): Change[] {
  const value = bare(node.initializer);
  if (isArrayLiteralExpression(value)) {
    return elementsOf(value).flatMap((each) => drop(source, each, kind));
  }
  const isTable =
    isObjectLiteralExpression(value) &&
    kind === 'actions' &&
    !value.properties.some((each) => isPropertyAssignment(each) && nameOf(each) === 'type');
  return isTable ? [] : drop(source, node, kind);
}

/** Removes the effect of an action that sends something. */
function ofSender(source: Source, node: PropertyAssignment): Change[] {
  const value = bare(node.initializer);
  if (!isCallExpression(value) || !isInside(node, ['actions'])) return [];
  const called = value.expression.getText(source.tree);
  return senders.includes(called)
    ? [{ kind: 'notify', edits: [replaced(source, node.initializer, '() => undefined')] }]
    : [];
}

function ofCall(
  source: Source,
  callee: Expression,
  given: readonly Expression[],
  siblings: Siblings,
): Change[] {
  const called = callee.getText(source.tree);
  const [first, second] = given;
  if (called === 'failsTo' && first) {
    const actions = second && isArrayLiteralExpression(second) ? elementsOf(second) : [];
    return [
      ...ofTarget(source, first, siblings),
      ...actions.flatMap((each) => drop(source, each, 'actions')),
    ];
  }
  const isAssign =
    called === 'assign' || (isPropertyAccessExpression(callee) && callee.name.text === 'assign');
  return isAssign && first ? ofAssign(source, first) : [];
}

/** Removes each assignment, and replaces an assigned boolean constant by its opposite. */
function ofAssign(source: Source, value: Expression): Change[] {
  const result = isArrowFunction(value) ? value.body : value;
  const table = bare(result as Expression);
  if (!isObjectLiteralExpression(table)) return [];
  return table.properties.flatMap((each) => {
    const change = drop(source, each, 'assign');
    if (!isPropertyAssignment(each)) return change;
    const text = each.initializer.getText(source.tree);
    const flipped = { true: 'false', false: 'true' }[text];
    if (!flipped) return change;
    return [
      ...change,
      { kind: 'assign' as const, edits: [replaced(source, each.initializer, flipped)] },
    ];
  });
}
