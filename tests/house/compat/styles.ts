import postcss, { type AtRule, type Declaration, type Rule } from 'postcss';
import { css, type Feature, isNew } from './support.ts';

const { properties, selectors, types } = css;
const units: readonly (readonly [RegExp, string])[] = [
  [/\d[dsl]v([hwib]|min|max)\b/, 'viewport_percentage_units_dynamic'],
  [/\dcq([hwib]|min|max)\b/, 'container_query_length_units'],
];

/** Every CSS function, also within MDN's groups: `oklch` is listed under colours, `min` by itself. */
const functions = new Map<string, Feature | undefined>();
for (const [name, type] of Object.entries(types)) {
  functions.set(name, type);
  for (const [inner, feature] of Object.entries(type)) functions.set(inner, feature);
}

/** Is the property repeated with WebKit's prefix? */
const hasPrefixed = ({ prop, parent }: Declaration) =>
  parent?.some((node) => node.type === 'decl' && node.prop === `-webkit-${prop}`) ?? false;

function newInDeclaration(declaration: Declaration): string[] {
  const { prop, value } = declaration;
  const property = hasPrefixed(declaration) ? undefined : properties[prop];
  const words = value.match(/[a-z][a-z-]*(?![\w(-])/g) ?? [];
  const called = [...value.matchAll(/([a-z][a-z-]*)\(/g)].map(([, name = '']) => name);
  return [
    ...(isNew(property) ? [prop] : []),
    ...words.filter((word) => isNew(property?.[word])).map((word) => `${prop}: ${word}`),
    ...called.filter((name) => isNew(functions.get(name))).map((name) => `${name}()`),
    ...(/\(from /.test(value) ? ['relative colours'] : []),
    ...units
      .filter(([unit, key]) => unit.test(value) && isNew(types.length?.[key]))
      .map(([, key]) => key),
  ];
}

function newInAtRule({ name, params }: AtRule): string[] {
  const rule = css['at-rules'][name];
  const asked = [...params.matchAll(/\(\s*([a-z-]+)/g)].map(([, feature = '']) => feature);
  return [
    ...(isNew(rule) ? [`@${name}`] : []),
    ...asked.filter((feature) => isNew(rule?.[feature])).map((feature) => `@${name} ${feature}`),
    // MDN's data lacks `not (…)`: Chrome has it from 104 on, Safari from 16.4 on
    ...(name === 'media' && /(^|\()not \(/.test(params) ? ['@media not'] : []),
    ...(name === 'media' && /[<>]/.test(params) && isNew(rule?.range_syntax)
      ? ['@media ranges']
      : []),
  ];
}

const newInSelector = ({ selector }: Rule) =>
  [...selector.matchAll(/::?([a-z-]+)/g)]
    .filter(([, name = '']) => isNew(selectors[name]))
    .map(([text]) => text);

/** Is the node within `@supports`, and so optional? */
const isAsked = (node: { parent?: unknown }): boolean => {
  const parent = node.parent as (AtRule & { parent?: unknown }) | undefined;
  if (!parent) return false;
  return (parent.type === 'atrule' && parent.name === 'supports') || isAsked(parent);
};

/** All features of a stylesheet, by name, that a browser of the floor lacks. */
export function newInStyles(source: string): Set<string> {
  const found = new Set<string>();
  postcss.parse(source).walk((node) => {
    if (isAsked(node)) return;
    const names =
      node.type === 'decl'
        ? newInDeclaration(node)
        : node.type === 'atrule'
          ? newInAtRule(node)
          : node.type === 'rule'
            ? newInSelector(node)
            : [];
    for (const name of names) found.add(name);
    if (node.type === 'rule' && node.parent?.type === 'rule') found.add('nesting');
  });
  return found;
}
