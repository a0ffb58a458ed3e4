import { textsOf } from './evaluate.ts';
import { type Module, modules, type Node, nameOf, part, parts } from './modules.ts';

/** A statement that the server sends: its place, and its possible texts. */
export interface Sent {
  readonly file: string;
  /** the function, constant or class of the module that sends it */
  readonly within: string;
  /** offset of the call of `query` in the file, in characters */
  readonly start: number;
  readonly texts: readonly string[];
}

const isQuery = ({ callee }: Node): boolean => nameOf((callee as Node).property) === 'query';

function topOf(node: Node, module: Module): string {
  for (let each: Node | undefined = node; each; each = module.parents.get(each)) {
    for (const [name, declared] of module.declared) if (declared === each) return name;
    if (each.type === 'ClassDeclaration') return nameOf(part(each, 'id'));
  }
  return '';
}

/** Every call of `query` in the server with an argument. */
export const sent: readonly Sent[] = [...modules.values()].flatMap((module) =>
  module.calls.filter(isQuery).flatMap((node) => {
    const [statement] = parts(node, 'arguments');
    if (!statement || !module.file.startsWith('server/')) return [];
    const within = topOf(node, module);
    const file = module.file.slice('server/'.length);
    const start = Number(node.start);
    return [{ file, within, start, texts: textsOf(statement, module) }];
  }),
);
