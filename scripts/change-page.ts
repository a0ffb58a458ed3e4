import type { Plugin, Rolldown } from 'vite';

/** A plugin that changes the app's page after the files that the page names are built. */
export const changePage = (
  name: string,
  change: (page: string, bundle: Rolldown.OutputBundle) => string,
): Plugin => ({
  name,
  enforce: 'post',
  apply: 'build',
  generateBundle(_, bundle) {
    const page = bundle['index.html'];
    if (page?.type === 'asset') page.source = change(String(page.source), bundle);
  },
});
