import { readFileSync } from 'node:fs';
import openGraph from 'open-graph-scraper';
import { beforeAll } from 'vitest';
import { makeApp } from './files.ts';
import { startServer, type TestServer } from './server.ts';

const page = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8');
export const PUBLIC_URL = 'https://clips.example';

/** The test file's own server. */
export let server: TestServer;

/** Starts the test file's server with documents like the app's. */
export function setUpPreviews(): void {
  beforeAll(async () => {
    const app = await makeApp(page);
    const config = { publicUrl: PUBLIC_URL };
    server = await startServer({ appDirectory: app.folder, config });
    return async () => {
      await server.close();
      await app.remove();
    };
  });
}

export async function documentAt(path: string, language = 'en'): Promise<string> {
  const response = await fetch(server.url + path, { headers: { 'accept-language': language } });
  return response.text();
}

/** Returns the preview as messengers and search engines read it, by a third party's parser. */
export async function found(path: string, language = 'en') {
  const html = await documentAt(path, language);
  const { result } = await openGraph({ html });
  return {
    title: /<title>([^<]*)</.exec(html)?.[1],
    description: /<meta name="description" content="([^"]*)"/.exec(html)?.[1],
    isListed: !html.includes('<meta name="robots" content="noindex">'),
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    og: result,
  };
}
