import { tellArrival } from './start-notice.ts';

/** Scripts and stylesheets by their names, from when they are asked for; none that did not come. */
const asked = new Map<string, Promise<void>>();

/** Brings a script into the browser's cache, whole: what comes in its place may be a portal's page. */
async function fetchScript(url: string): Promise<void> {
  const response = await fetch(url);
  const type = response.headers.get('content-type');
  if (!response.ok || !type?.includes('javascript')) throw new TypeError(url);
  const reader = response.body?.getReader();
  while (reader && !(await reader.read()).done) tellArrival();
}

const fetchStyle = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.onload = () => {
      tellArrival();
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
  const isComing =
    asked.get(file) ??
    fetchFile(`/${file}`).catch((error: unknown) => {
      asked.delete(file);
      throw error;
    });
  asked.set(file, isComing);
  return isComing;
}

/**
 * Imports code when all of its files are there. Most browsers remember for the life of the page that
 * a module could not be fetched, and import it never again: what was lost with the connection may be asked
 * for as often as is wanted this way. The build puts it in the place of Vite's own helper, around
 * every `import()` of the app (`scripts/code-fetching.ts`).
 * @param files of the built app, those of the code itself and of what it imports
 * @throws TypeError when one of them does not come
 */
export async function fetchThenImport<Code>(
  load: () => Promise<Code>,
  files: readonly string[] = [],
): Promise<Code> {
  await Promise.all(files.map(fetchOnce));
  return load();
}
