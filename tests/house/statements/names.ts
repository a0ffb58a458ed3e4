import { evaluate, fieldOf } from './evaluate.ts';
import {
  callsOf,
  childrenOf,
  declarationOf,
  isFunctionNode,
  isNode,
  type Node,
  nameOf,
  part,
  parts,
} from './modules.ts';
import { entriesOf, itemsOf, type Place, TOP, type Value } from './values.ts';

/** Limit of callers of callers that are searched for a parameter's value. */
const DEEPEST = 12;

/** Does a pattern bind a name? */
function names(pattern: Node, name: string): boolean {
  if (pattern.type === 'Identifier') return nameOf(pattern) === name;
  if (pattern.type === 'Property') return names(part(pattern, 'value'), name);
  if (pattern.type === 'AssignmentPattern') return names(part(pattern, 'left'), name);
  if (!/^(Object|Array)Pattern$|^RestElement$/.test(pattern.type)) return false;
  return childrenOf(pattern).some((each) => names(each, name));
}

const holds = (outer: Node, inner: Node): boolean =>
  Number(outer.start) <= Number(inner.start) && Number(inner.end) <= Number(outer.end);

/** The value that a pattern binds to a name. */
function inPattern(pattern: Node, name: string, value: Value, at: Place): Value {
  if (pattern.type === 'AssignmentPattern') {
    const known = value === undefined ? evaluate(part(pattern, 'right'), at) : value;
    return inPattern(part(pattern, 'left'), name, known, at);
  }
  if (pattern.type === 'ArrayPattern') {
    const elements = parts(pattern, 'elements');
    const index = elements.findIndex((each) => isNode(each) && names(each, name));
    const element = elements[index];
    return element ? inPattern(element, name, itemsOf(value)[index], at) : null;
  }
  if (pattern.type === 'ObjectPattern') {
    const property = parts(pattern, 'properties').find((each) => names(each, name));
    if (property?.type !== 'Property') return null;
    const field = fieldOf(value, nameOf(property.key), at);
    return inPattern(part(property, 'value'), name, field, at);
  }
  return pattern.type === 'Identifier' ? value : null;
}

/** The texts that a type allows; null: unlimited. */
function textsOfType(node: unknown, at: Place): Value[] | null {
  if (!isNode(node)) return null;
  switch (node.type) {
    case 'TSTypeAnnotation':
    case 'TSTypeAliasDeclaration':
      return textsOfType(node.typeAnnotation, at);
    case 'TSLiteralType':
      return [evaluate(part(node, 'literal'), at)];
    case 'TSUnionType': {
      const all = parts(node, 'types').map((each) => textsOfType(each, at));
      return all.every((each) => each !== null) ? all.flat() : null;
    }
    case 'TSTypeOperator': {
      // keyof typeof
      const query = part(node, 'typeAnnotation');
      if (query.type !== 'TSTypeQuery') return null;
      const name = nameOf(query.exprName);
      const found = declarationOf(at.module, name);
      const object = found && evaluate(found.node, { ...at, module: found.module, given: TOP });
      const keys = [...entriesOf(object, evaluate).keys()];
      return keys.length > 0 ? keys : null;
    }
    case 'TSTypeReference': {
      const found = declarationOf(at.module, nameOf(node.typeName));
      return found && textsOfType(found.node, { ...at, module: found.module });
    }
    default:
      return null;
  }
}

/** The value of a parameter in one of the calls of its function. */
function fromCaller(fn: Node, index: number, at: Place): Value {
  if (at.depth >= DEEPEST) return null;
  const holder = at.module.parents.get(fn);
  const name = nameOf(fn.id) || (holder?.type === 'VariableDeclarator' ? nameOf(holder.id) : '');
  if (at.module.declared.get(name) !== fn) return null;
  const call = at.choices.keep(fn, 'caller', () => at.choices.choose(callsOf(at.module, name)));
  if (!call) return null;
  const argument = parts(call.node, 'arguments')[index];
  if (!argument) return undefined;
  return evaluate(argument, { ...at, module: call.module, given: TOP, depth: at.depth + 1 });
}

/** The value of a parameter: from the current call, its type, or one of its callers. */
function ofParameter(fn: Node, index: number, at: Place): Value {
  const parameter = parts(fn, 'params')[index] as Node;
  const given = at.given.get(parameter);
  // the argument is omitted (undefined), or its value is known
  if (at.given.has(parameter) && given !== null) return given;
  return at.choices.keep(parameter, at.given, () => {
    const texts = textsOfType(parameter.typeAnnotation, at);
    if (texts) return at.choices.choose(texts);
    return at.given.has(parameter) ? given : fromCaller(fn, index, at);
  });
}

const keptInit = (init: Node, at: Place): Value =>
  at.choices.keep(init, at.given, () => evaluate(init, at));

/** The declaration of a name within a block. */
function inBlock(block: Node, node: Node): { pattern: Node; init: Node } | null {
  for (const statement of parts(block, 'body')) {
    if (statement.type === 'FunctionDeclaration' && nameOf(statement.id) === nameOf(node)) {
      return { pattern: part(statement, 'id'), init: statement };
    }
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, init } of parts(statement, 'declarations')) {
      if (!isNode(id) || !isNode(init) || holds(init, node)) continue;
      if (names(id, nameOf(node))) return { pattern: id, init };
    }
  }
  return null;
}

/** The value of a name from its surrounding node; null: not bound there. */
function around(outer: Node, node: Node, at: Place): { readonly value: Value } | null {
  const name = nameOf(node);
  if (outer.type === 'BlockStatement') {
    const found = inBlock(outer, node);
    return found && { value: inPattern(found.pattern, name, keptInit(found.init, at), at) };
  }
  if (outer.type === 'ForOfStatement' && !holds(part(outer, 'right'), node)) {
    const pattern = parts(part(outer, 'left'), 'declarations')[0]?.id as Node | undefined;
    if (!pattern || !names(pattern, name)) return null;
    const item = at.choices.keep(outer, at.given, () => {
      return at.choices.choose(itemsOf(evaluate(part(outer, 'right'), at))) ?? null;
    });
    return { value: inPattern(pattern, name, item, at) };
  }
  if (!isFunctionNode(outer)) return null;
  const index = parts(outer, 'params').findIndex((each) => names(each, name));
  const parameter = parts(outer, 'params')[index];
  if (!parameter) return null;
  return { value: inPattern(parameter, name, ofParameter(outer, index, at), at) };
}

export function ofName(node: Node, at: Place): Value {
  for (let outer = at.module.parents.get(node); outer; outer = at.module.parents.get(outer)) {
    const found = around(outer, node, at);
    if (found) return found.value;
  }
  const found = declarationOf(at.module, nameOf(node));
  return found && keptInit(found.node, { ...at, module: found.module, given: TOP });
}
