import { parseAst } from 'rolldown/parseAst';
import { api, builtins, type Feature, isNewOnPhones } from './support.ts';

interface Known {
  /** such as `Map.groupBy` */
  readonly name: string;
  readonly isNew: boolean;
}

/** The platform's interfaces, and their members by name. */
const interfaces: Readonly<Record<string, Feature>> = { ...api, ...builtins };
const members = new Map<string, Known[]>();

const interfaceOf = (owner: string | null) =>
  owner !== null && Object.hasOwn(interfaces, owner) ? interfaces[owner] : undefined;
const memberOf = (owner: string | null, member: string) =>
  interfaceOf(owner)?.[member] ?? interfaceOf(owner)?.[`${member}_static`];

/** Interfaces whose members are recognized by name alone: other names are too likely an app's own fields. */
const COMMON =
  /^(HTML\w*Element|SVG\w*Element|Element|Node|Document|EventTarget|Event|Window|Navigator|Abort\w+|URL\w*|Request|Response|Headers|Clipboard|ServiceWorker\w*|WindowClient|CacheStorage|Cache|LockManager)$/;

for (const [owner, features] of Object.entries(interfaces)) {
  if (owner in api && !COMMON.test(owner)) continue;
  for (const [key, feature] of Object.entries(features)) {
    if (key === '__compat' || key.endsWith('_event')) continue;
    const name = key.replace(/_static$/, '');
    const known = { name: `${owner}.${name}`, isNew: isNewOnPhones(feature) };
    members.set(name, [...(members.get(name) ?? []), known]);
  }
}

/** The feature of a member's name, if every interface with such a member has it above the floor. */
function newMember(name: string): string | null {
  const known = Object.hasOwn(Object.prototype, name) ? [] : (members.get(name) ?? []);
  return known.length > 0 && known.every(({ isNew }) => isNew) ? (known[0]?.name ?? null) : null;
}

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;
const nameOf = (value: unknown) =>
  isNode(value) && value.type === 'Identifier' ? String(value.name) : null;

/** The accessed member: `a.b` or `a['b']`. */
function askedMember({ type, object, property, computed }: Node): [unknown, string] | null {
  if (type !== 'MemberExpression') return null;
  if (!computed) return [object, nameOf(property) ?? ''];
  return isNode(property) && typeof property.value === 'string' ? [object, property.value] : null;
}

function patternFeature({ pattern, flags }: { pattern: string; flags: string }): string | null {
  if (/\(\?<[=!]/.test(pattern)) return 'RegExp lookbehind';
  return flags.includes('v') ? 'RegExp flag v' : null;
}

function featureOf(node: Node): string | null {
  const asked = askedMember(node);
  if (asked) {
    const [object, name] = asked;
    const owner = nameOf(object);
    const exact = memberOf(owner, name);
    if (!exact) return newMember(name);
    return isNewOnPhones(exact) ? `${owner}.${name}` : null;
  }
  if (node.type === 'NewExpression') {
    const owner = nameOf(node.callee);
    return isNewOnPhones(interfaceOf(owner)) ? owner : null;
  }
  const { regex } = node as { regex?: { pattern: string; flags: string } };
  return regex ? patternFeature(regex) : null;
}

/** All features of a script, by name, that a browser of the floor lacks. */
export function newInScript(source: string): Set<string> {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isNode(value)) return;
    const feature = featureOf(value);
    if (feature) found.add(feature);
    for (const [key, inner] of Object.entries(value)) if (key !== 'type') walk(inner);
  };
  walk(parseAst(source).body);
  return found;
}
