import type { Plugin } from 'vite';

/** Vite's helper around each `import()`: it requests each file once, even if the request fails. */
const HELPER = /^\0vite\/preload-helper\.js$/;
const OWN = '/src/ports/code-files.ts';

/** The entry chunk and the bundler's runtime run before any `import()`. */
const isEntry = (file: string) => /^assets\/(index|rolldown-runtime)-[^/]+\.js$/.test(file);

/** Makes the app's own `fetchThenImport` fetch the files that `import()` then imports. */
export const fetchCode = (): Plugin => ({
  name: 'fetch-code',
  enforce: 'pre',
  apply: 'build',
  config: () => ({
    build: {
      modulePreload: {
        polyfill: false,
        // Vite omits a chunk that imports nothing; the entry is loaded already
        resolveDependencies: (file, files) =>
          [...new Set([file, ...files])].filter((each) => !isEntry(each)),
      },
    },
  }),
  load: {
    filter: { id: HELPER },
    handler: () => `export { fetchThenImport as __vitePreload } from '${OWN}'`,
  },
  generateBundle(_, bundle) {
    const isThere = Object.values(bundle).some(
      (each) => each.type === 'chunk' && each.moduleIds.some((id) => id.endsWith(OWN)),
    );
    if (!isThere) this.error(`Vite does not take ${OWN} for its own helper any more`);
  },
});
