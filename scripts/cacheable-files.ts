import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stagingFolder } from './publish.ts';

/**
 * Files that the service worker may cache; its code decides which files are cached at once, and which
 * after their first use.
 */
export const cacheableFiles = {
  globPatterns: ['assets/*.{js,css}'],
  // only people with allowed notifications fetch Firebase's library, and only engineers the debug pages
  globIgnores: [
    'assets/firebase-*',
    'assets/{calls,tools,machines,masked,words}-*',
    'assets/elk-worker*',
    // a registration always needs a connection
    'assets/proof-solver*',
  ],
  /** adds the hash of each file's content, by which the worker verifies it */
  manifestTransforms: [
    async (entries: { url: string; revision: string | null; size: number }[]) => ({
      manifest: entries.map((entry) => ({
        ...entry,
        integrity: integrityOf(readFileSync(join(stagingFolder, entry.url))),
      })),
    }),
  ],
};

const integrityOf = (content: Buffer) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;
