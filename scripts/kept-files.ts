import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workshop } from './publish.ts';

/** What the service worker may keep; it names what it fetches at once, and what once it is used. */
export const keptFiles = {
  globPatterns: ['assets/*.{js,css}'],
  // Firebase's library is fetched by those alone who allowed notifications, and the engineers'
  // pages by engineers
  globIgnores: [
    'assets/firebase-*',
    'assets/{calls,tools,machines,masked,words}-*',
    'assets/elk-worker*',
    // whoever registers is connected
    'assets/proof-solver*',
  ],
  /** each with the hash of its content, by which the worker knows it from anything else */
  manifestTransforms: [
    async (entries: { url: string; revision: string | null; size: number }[]) => ({
      manifest: entries.map((entry) => ({
        ...entry,
        integrity: integrityOf(readFileSync(join(workshop, entry.url))),
      })),
    }),
  ],
};

const integrityOf = (content: Buffer) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;
