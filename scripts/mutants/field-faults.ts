import {
  isBindingElement,
  isCallExpression,
  isIdentifier,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  type Node,
} from 'typescript/unstable/ast';
import type { Checker, Type } from 'typescript/unstable/sync';
import { type Change, type Edit, replaced, type Source } from './fault.ts';

interface Reading {
  /** the object of the read field, or the pattern that reads it */
  owner: Node;
  field: string;
  edit: (other: string) => Edit;
}

function readingOf(source: Source, node: Node): Reading | null {
  if (isPropertyAccessExpression(node) && isIdentifier(node.name)) {
    const isCalled = isCallExpression(node.parent) && node.parent.expression === node;
    if (isCalled) return null;
    const { name } = node;
    return { owner: node.expression, field: name.text, edit: (to) => replaced(source, name, to) };
  }
  if (!isBindingElement(node) || !isObjectBindingPattern(node.parent) || node.dotDotDotToken) {
    return null;
  }
  const { name, propertyName } = node;
  if (propertyName && isIdentifier(propertyName)) {
    const edit = (to: string) => replaced(source, propertyName, to);
    return { owner: node.parent, field: propertyName.text, edit };
  }
  if (!name || !isIdentifier(name)) return null;
  const edit = (to: string) => replaced(source, name, `${to}: ${name.text}`);
  return { owner: node.parent, field: name.text, edit };
}

/** Another field of `owner` whose type is that of `field`; only fields that the project declares count. */
function siblingOf(checker: Checker, owner: Type, field: string): string | undefined {
  const fields = checker
    .getPropertiesOfType(owner)
    .filter(({ declarations }) =>
      declarations.some(
        ({ path }) => !path.includes('node_modules') && !path.startsWith('bundled'),
      ),
    );
  const typeOf = (at: number) => {
    const type = fields[at] && checker.getTypeOfSymbol(fields[at]);
    return type ? checker.typeToString(type) : '';
  };
  const at = fields.findIndex(({ name }) => name === field);
  const own = at < 0 ? '' : typeOf(at);
  if (!own || own.includes('=>')) return undefined;
  const others = fields.map((_, index) => (at + 1 + index) % fields.length);
  const found = others.find((index) => index !== at && typeOf(index) === own);
  return found === undefined ? undefined : fields[found]?.name;
}

/** Faults that read another field of the same type. */
export function fieldChanges(source: Source, node: Node, checker: Checker): Change[] {
  const reading = readingOf(source, node);
  const owner = reading && checker.getTypeAtLocation(reading.owner);
  const other = owner && siblingOf(checker, owner, reading.field);
  return other ? [{ kind: 'field', edits: [reading.edit(other)] }] : [];
}
