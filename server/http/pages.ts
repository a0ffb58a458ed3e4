import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compress, sendCompressed } from './compression.ts';
import { notFound } from './faults.ts';
import { clipIdOf, type FirstClipCache } from './first-clip.ts';
import { cataloguesIn, languageOf } from './languages.ts';
import { pageHeaders } from './security.ts';
import { Shell } from './shell.ts';

const NOT_BUILT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Clipurse</title>' +
  '<h1>The app is not built yet</h1><p>Run <code>npm run build</code>, then start again.</p>';

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply;

/**
 * The built app: its files, and its document for every route of the app. Decides what an
 * unknown path gets: a route the document, anything else 404 in the envelope.
 * @param hosts that the app may call beside our own, now
 */
export async function servePages(
  app: FastifyInstance,
  appDirectory: string,
  clips: FirstClipCache,
  hosts: () => readonly string[],
): Promise<void> {
  const document = join(appDirectory, 'index.html');
  const page = existsSync(document)
    ? pageOf(
        new Shell(readFileSync(document, 'utf8'), cataloguesIn(appDirectory)),
        clips,
        headersOf(readFileSync(document, 'utf8'), hosts),
      )
    : notBuilt;
  if (page !== notBuilt) await serveFiles(app, appDirectory);
  for (const url of ['/', '/index.html']) {
    app.route({ method: ['GET', 'HEAD'], url, handler: page });
  }
  app.setNotFoundHandler((request, reply) =>
    isRoute(request) ? page(request, reply) : notFound(reply),
  );
}

async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix: '/',
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    // only what the build names by its content may be kept without asking again
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(root, 'assets/'));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** The headers of a document; made again only when the operator's settings change its hosts. */
function headersOf(template: string, hosts: () => readonly string[]) {
  let current = hosts();
  let headers = pageHeaders(template, current);
  return () => {
    const next = hosts();
    if (next.join() !== current.join()) headers = pageHeaders(template, next);
    current = next;
    return headers;
  };
}

function pageOf(
  shell: Shell,
  clips: FirstClipCache,
  headers: () => ReturnType<typeof pageHeaders>,
): Send {
  return async (request, reply) => {
    const { cookie, 'accept-language': accepted } = request.headers;
    const language = languageOf(cookie, accepted, shell.languages);
    reply
      .code(200)
      .headers({ ...headers(), 'content-language': language, vary: 'cookie, accept-language' })
      .type('text/html; charset=utf-8');
    if (pathOf(request) !== '/') return sendCompressed(request, reply, shell.plain(language));
    const video = await clips.find(clipIdOf(cookie));
    return sendCompressed(
      request,
      reply,
      video === null ? shell.plain(language) : shell.starting(language, video),
    );
  };
}

const notBuiltPage = compress(NOT_BUILT, 5);
const notBuiltHeaders = pageHeaders(NOT_BUILT);
const notBuilt: Send = (request, reply) => {
  reply.code(503).headers(notBuiltHeaders).type('text/html; charset=utf-8');
  return sendCompressed(request, reply, notBuiltPage);
};

/** A place in the app, as a person may open or share it: no file, and none of our own paths. */
function isRoute(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isOurs = /^\/(index\.php|media|assets)(\/|$)/.test(path);
  return isRead && !isOurs && !path.slice(path.lastIndexOf('/')).includes('.');
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
