import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fileList } from '../../../server/http/built-app.ts';

export const SCRIPT = "document.documentElement.dataset.theme = 'dark';";
export const STYLE = 'body { margin: 0 }';
const DOCUMENT =
  `<!doctype html><html lang="en" dir="ltr"><head><script>${SCRIPT}</script><style>${STYLE}</style>` +
  '<script type="module" src="/assets/app-1a2b.js"></script></head>' +
  '<body><div id="stage"><!--first-clip--></div><div id="root"></div></body></html>';
/** Files that the build marks as parts of the document. */
const FILES = ['app-1a2b.js', 'language-ar-1a2b3c4d.js'];
/** The document without a first clip. */
export const PLAIN = DOCUMENT.replace('<!--first-clip-->', '');
export const CODE = 'export const answer = 42;';
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Makes a folder like the app's build output. */
export async function makeApp(
  document = DOCUMENT,
): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'clipurse-app-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), document + fileList(FILES));
  await writeFile(join(folder, 'sw.js'), 'self.skipWaiting();');
  await writeFile(join(folder, '.inputs'), 'hidden');
  await writeFile(join(folder, 'assets/app-1a2b.js'), CODE);
  await writeFile(join(folder, 'assets/language-ar-1a2b3c4d.js'), CODE);
  await writeFile(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync(CODE));
  await writeFile(join(folder, 'assets/app-1a2b.js.gz'), gzipSync(CODE));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface Got {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  readonly text: string;
}

/** Gets a file with the exact bytes: `node:http` neither decodes nor follows redirections. */
export function getFile(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          body,
          text: body.toString(),
        });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
