import { fileList } from '../server/http/built-app.ts';
import { changePage } from './change-page.ts';

const FOLDER = 'assets/';

/** Writes into the document which files belong to it, for the server alone: it takes them out. */
export const builtFiles = () =>
  changePage('built-files', (page, bundle) => {
    const files = Object.keys(bundle)
      .filter((name) => name.startsWith(FOLDER))
      .map((name) => name.slice(FOLDER.length));
    return page.replace('</body>', () => `${fileList(files)}</body>`);
  });
