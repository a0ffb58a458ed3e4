import type { FastifyInstance } from 'fastify';
import { lazily } from '../../lazily.ts';
import { type Compressed, compress, sendCompressed } from '../compression.ts';
import { notFound } from '../faults.ts';
import { pageHeaders } from '../security.ts';
import { docsPage } from './docs-page.ts';

const documents = lazily(() => import('./document.ts'));

/**
 * Serves `/openapi.json` for programs and `/docs` for people; the first request of each makes and caches its text.
 * @param isOpen whether both pages are served now; otherwise they are answered 404
 */
export function serveDocs(app: FastifyInstance, publicUrl: string, isOpen: () => boolean): void {
  let document: Compressed | undefined;
  const method = ['GET', 'HEAD'];
  app.route({
    method,
    url: '/openapi.json',
    handler: async (request, reply) => {
      if (!isOpen()) return notFound(reply);
      const { openApiDocument } = await documents();
      document ??= compress(JSON.stringify(openApiDocument(publicUrl)), 9);
      reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8');
      return sendCompressed(request, reply, document);
    },
  });
  let page: { text: Compressed; headers: Readonly<Record<string, string>> } | undefined;
  app.route({
    method,
    url: '/docs',
    handler: (request, reply) => {
      if (!isOpen()) return notFound(reply);
      if (page === undefined) {
        const html = docsPage();
        page = { text: compress(html, 9), headers: pageHeaders(html) };
      }
      reply.headers(page.headers).type('text/html; charset=utf-8');
      return sendCompressed(request, reply, page.text);
    },
  });
}
