import type { Plugin } from 'vite';

/** What Vite puts around each `import()`: it asks for each file once, however that ends. */
const HELPER = /^\0vite\/preload-helper\.js$/;
const OWN = '/src/ports/code-files.ts';

/** What is running before anything else is asked for. */
const isEntry = (file: string) => /^assets\/(index|rolldown-runtime)-[^/]+\.js$/.test(file);

/** Lets the app's own `fetchThenImport` fetch what `import()` then imports. */
export const fetchCode = (): Plugin => ({
  name: 'fetch-code',
  enforce: 'pre',
  apply: 'build',
  config: () => ({
    build: {
      modulePreload: {
        polyfill: false,
        // a chunk that imports nothing is not named by Vite; the entry is there already
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
