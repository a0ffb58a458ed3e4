import type { Plugin } from 'vite';
import { fileList } from '../server/http/built-app.ts';

const FOLDER = 'assets/';

/** Writes into the document which files belong to it, for the server alone: it takes them out. */
export function builtFiles(): Plugin {
  return {
    name: 'built-files',
    enforce: 'post',
    apply: 'build',
    generateBundle(_, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') return;
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith(FOLDER))
        .map((name) => name.slice(FOLDER.length));
      page.source = String(page.source).replace('</body>', () => `${fileList(files)}</body>`);
    },
  };
}
