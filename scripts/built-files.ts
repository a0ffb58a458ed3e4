import { fileList } from '../server/http/built-app.ts';
import { changePage } from './change-page.ts';

const FOLDER = 'assets/';

/** Lists the app's files in the document for the server, which removes the list before it sends the page. */
export const builtFiles = () =>
  changePage('built-files', (page, bundle) => {
    const files = Object.keys(bundle)
      .filter((name) => name.startsWith(FOLDER))
      .map((name) => name.slice(FOLDER.length));
    return page.replace('</body>', () => `${fileList(files)}</body>`);
  });
