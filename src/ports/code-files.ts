import { reportStartProgress } from './start-notice.ts';

/** Requested scripts and stylesheets by name; failed ones are removed. */
const asked = new Map<string, Promise<void>>();

/** Loads a whole script into the browser's cache, and checks its type: the answer may be a captive portal's page. */
async function fetchScript(url: string): Promise<void> {
  const response = await fetch(url);
  const type = response.headers.get('content-type');
  if (!response.ok || !type?.includes('javascript')) throw new TypeError(url);
  const reader = response.body?.getReader();
  while (reader && !(await reader.read()).done) reportStartProgress();
}

const fetchStyle = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.onload = () => {
      reportStartProgress();
      resolve();
    };
    link.onerror = () => {
      link.remove();
      reject(new TypeError(url));
    };
    link.rel = 'stylesheet';
    link.href = url;
    document.head.append(link);
  });

function fetchOnce(file: string): Promise<void> {
  const fetchFile = file.endsWith('.css') ? fetchStyle : fetchScript;
  const pendingFetch =
    asked.get(file) ??
    fetchFile(`/${file}`).catch((error: unknown) => {
      asked.delete(file);
      throw error;
    });
  asked.set(file, pendingFetch);
  return pendingFetch;
}

/**
 * Imports code once all of its files are loaded. After a failed import, most browsers never fetch that module again on
 * this page; the check before allows any number of retries. The build replaces Vite's own helper around every
 * `import()` of the app with this function (`scripts/code-fetching.ts`).
 * @param files of the built app: the files of the code and of its imports
 * @throws TypeError when a file could not be loaded
 */
export async function fetchThenImport<Code>(
  load: () => Promise<Code>,
  files: readonly string[] = [],
): Promise<Code> {
  await Promise.all(files.map(fetchOnce));
  return load();
}
