import { isFunctionNode, isNode, type Module, type Node, nameOf, part, parts } from './modules.ts';
import { ofName } from './names.ts';
import {
  entriesOf,
  everyWay,
  isFunction,
  isList,
  isObject,
  itemsOf,
  type Place,
  TOP,
  textOf,
  type Value,
} from './values.ts';

/** Limit of nested calls. */
const DEEPEST = 12;

function template(node: Node, at: Place): string {
  const expressions = parts(node, 'expressions').map((each) => textOf(evaluate(each, at)));
  const quasis = parts(node, 'quasis').map(({ value }) => (value as { cooked: string }).cooked);
  return quasis.map((text, index) => text + (expressions[index] ?? '')).join('');
}

/** The operands of all `return` statements, in nested blocks too. */
function returnsIn(node: Node): Node[] {
  if (isFunctionNode(node)) return [];
  if (node.type === 'ReturnStatement') return isNode(node.argument) ? [node.argument] : [];
  return Object.values(node).flat().filter(isNode).flatMap(returnsIn);
}

/** The result of a call of a function. */
function returned(called: Value, args: readonly Value[], depth: number): Value {
  if (!isFunction(called) || depth > DEEPEST) return null;
  const given = new Map(called.at.given);
  for (const [index, parameter] of parts(called.fn, 'params').entries()) {
    given.set(parameter, args[index]);
  }
  const at = { ...called.at, given, depth };
  const body = part(called.fn, 'body');
  if (body.type !== 'BlockStatement') return evaluate(body, at);
  const chosen = at.choices.choose(returnsIn(body));
  return chosen ? evaluate(chosen, at) : null;
}

/** Evaluates the list methods with which statements are built. */
function calledOnList(node: Node, value: Value, at: Place): Value {
  const [argument] = parts(node, 'arguments');
  const list = itemsOf(value);
  switch (nameOf(part(part(node, 'callee'), 'property'))) {
    case 'join':
      return list.map(textOf).join(argument ? textOf(evaluate(argument, at)) : ',');
    case 'filter':
    case 'toSorted':
      return value;
    case 'map': {
      const fn = argument ? evaluate(argument, at) : null;
      const items = list.map((item, index) => returned(fn, [item, String(index)], at.depth + 1));
      return { list: items };
    }
    default:
      return null;
  }
}

/** Evaluates `Object.keys`, `Object.values` and `Object.entries`. */
function listed(how: string, node: Node, at: Place): Value {
  const [argument] = parts(node, 'arguments');
  const object = argument ? evaluate(argument, at) : null;
  if (!isObject(object)) return null;
  const entries = [...entriesOf(object, evaluate)];
  if (how === 'keys') return { list: entries.map(([key]) => key) };
  if (how === 'values') return { list: entries.map(([, value]) => value()) };
  return { list: entries.map(([key, value]) => ({ list: [key, value()] })) };
}

function called(node: Node, at: Place): Value {
  const callee = part(node, 'callee');
  if (callee.type !== 'MemberExpression') {
    const args = parts(node, 'arguments').map((each) => evaluate(each, at));
    return returned(evaluate(callee, at), args, at.depth + 1);
  }
  if (nameOf(callee.object) === 'Object') return listed(nameOf(callee.property), node, at);
  const own = evaluateField(callee, at);
  if (isFunction(own)) {
    const args = parts(node, 'arguments').map((each) => evaluate(each, at));
    return returned(own, args, at.depth + 1);
  }
  return calledOnList(node, evaluate(part(callee, 'object'), at), at);
}

function evaluateField(node: Node, at: Place): Value {
  const property = part(node, 'property');
  const key = node.computed ? evaluate(property, at) : nameOf(property);
  return fieldOf(evaluate(part(node, 'object'), at), key, at);
}

/** The value under a key, or under any key if the key is unknown. */
export function fieldOf(value: Value, key: Value, at: Place): Value {
  if (isList(value)) return value.list[Number(key)];
  if (!isObject(value)) return null;
  const entries = entriesOf(value, evaluate);
  const read =
    typeof key === 'string' ? entries.get(key) : at.choices.choose([...entries.values()]);
  return read?.();
}

function calculated(node: Node, at: Place): Value {
  const one = evaluate(part(node, 'left'), at);
  const other = evaluate(part(node, 'right'), at);
  if (node.operator === '+' && Number.isNaN(Number(one))) return textOf(one) + textOf(other);
  if (typeof one !== 'string' || typeof other !== 'string') return null;
  const [left, right] = [Number(one), Number(other)];
  const results = { '+': left + right, '-': left - right, '*': left * right, '/': left / right };
  const result = results[node.operator as keyof typeof results];
  return result === undefined ? null : String(result);
}

function items(node: Node, at: Place): Value {
  const list = parts(node, 'elements').flatMap((each) =>
    each.type === 'SpreadElement'
      ? itemsOf(evaluate(part(each, 'argument'), at))
      : [evaluate(each, at)],
  );
  return { list };
}

/** Value of a condition; null: unknown. */
function holdsTrue(test: Node, at: Place): boolean | null {
  if (test.type === 'BinaryExpression' && /^[=!]==$/.test(String(test.operator))) {
    const [one, other] = [evaluate(part(test, 'left'), at), evaluate(part(test, 'right'), at)];
    if (typeof one !== 'string' || typeof other !== 'string') return null;
    return (one === other) === (test.operator === '===');
  }
  const value = /^(Identifier|MemberExpression)$/.test(test.type) ? evaluate(test, at) : null;
  return value === null ? null : Boolean(value) && value !== 'false';
}

function conditional(node: Node, at: Place): Value {
  const known = holdsTrue(part(node, 'test'), at);
  const holds = known ?? at.choices.choose([true, false]);
  return evaluate(part(node, holds ? 'consequent' : 'alternate'), at);
}

/** Evaluates an expression as far as the source alone determines it. */
export function evaluate(node: Node, at: Place): Value {
  switch (node.type) {
    case 'Literal':
      return node.value === null ? undefined : String(node.value);
    case 'TemplateLiteral':
      return template(node, at);
    case 'Identifier':
      return ofName(node, at);
    case 'MemberExpression':
      return evaluateField(node, at);
    case 'CallExpression':
      return called(node, at);
    case 'ConditionalExpression':
      return conditional(node, at);
    case 'LogicalExpression': {
      const left = evaluate(part(node, 'left'), at);
      return left === null || left === undefined ? evaluate(part(node, 'right'), at) : left;
    }
    case 'BinaryExpression':
      return calculated(node, at);
    case 'ObjectExpression':
      return { object: node, at };
    case 'ArrayExpression':
      return items(node, at);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return evaluate(part(node, 'expression'), at);
    default:
      return isFunctionNode(node) ? { fn: node, at } : null;
  }
}

/** The possible texts of a query's argument: a string, or the `text` of an object. */
export const textsOf = (node: Node, module: Module): string[] => [
  ...everyWay((choices) => {
    const at = { module, given: TOP, depth: 0, choices };
    const value = evaluate(node, at);
    return textOf(typeof value === 'string' ? value : fieldOf(value, 'text', at));
  }),
];
