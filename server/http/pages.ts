import { createHash } from 'node:crypto';
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { linkedLanguage } from '../../contract/languages.ts';
import { translateClip } from '../domain/first-clip.ts';
import type { Invitation } from '../domain/landing.ts';
import { type LocalizedText, textIn } from '../domain/texts.ts';
import type { BuiltApp } from './built-app.ts';
import { compress, sendCompressed } from './compression.ts';
import { notFound } from './faults.ts';
import { clipIdOf, type FirstClipCache } from './first-clip.ts';
import { cataloguesIn, languageOf } from './languages.ts';
import type { PageCache } from './page-cache.ts';
import { headOf, parseLink } from './preview.ts';
import { firstClipPlaybackOf, HINTS } from './rendition.ts';
import { pageHeaders } from './security.ts';
import { Shell } from './shell.ts';

const VARY = 'cookie, accept-language, sec-fetch-site';

const NOT_BUILT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Clipurse</title>' +
  '<h1>The app is not built yet</h1><p>Run <code>npm run build</code>, then start again.</p>';

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply;

/** The current values of the operator's settings that a page depends on. */
export interface PageSettings {
  /** other origins that the app may call */
  hosts(): readonly string[];
  /** URL of the operator's media; null: this server */
  readonly mediaUrl: string | null;
  product(): LocalizedText;
  /** whether the engineers' pages are shown */
  hasDebugPages(): boolean;
  /** origin of links to the app, no slash at the end */
  readonly publicUrl: string;
}

/** Caches of the database's data for pages. */
export interface PageData {
  readonly clips: FirstClipCache;
  /** by invite code */
  readonly invitations: PageCache<string, Invitation>;
}

/**
 * Serves the built app: its files, and its document for every route of the app. Any other path is
 * answered 404 in the envelope.
 */
export async function servePages(
  app: FastifyInstance,
  built: BuiltApp,
  data: PageData,
  settings: PageSettings,
): Promise<void> {
  const page = pageOf(pageSource(built, settings), data, settings);
  await serveFiles(app, built.folder);
  for (const url of ['/', '/index.html']) {
    app.route({ method: ['GET', 'HEAD'], url, handler: page });
  }
  app.setNotFoundHandler((request, reply) =>
    isRoute(request) ? page(request, reply) : notFound(reply),
  );
}

const FILES = {
  index: false,
  dotfiles: 'ignore',
  preCompressed: true,
} as const satisfies Partial<FastifyStaticOptions>;

/** Only files with a content hash in their name may be cached without revalidation. */
async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    ...FILES,
    root,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'no-cache');
    },
  });
  await app.register(async (assets) => {
    await assets.register(fastifyStatic, {
      ...FILES,
      root: join(root, 'assets'),
      serve: false,
      maxAge: '1y',
      immutable: true,
    });
    // the plugin's own route reads the whole folder at each request, to compare the spelling of a name
    assets.route<{ Params: { name: string } }>({
      method: ['GET', 'HEAD'],
      url: '/assets/:name',
      handler: ({ params }, reply) =>
        params.name.includes('\0') ? notFound(reply) : reply.sendFile(params.name),
    });
  });
}

interface Page {
  readonly shell: Shell;
  readonly headers: ReturnType<typeof pageHeaders>;
}

/** The current page, made again only when a deployment or the operator's settings change it. */
function pageSource(built: BuiltApp, settings: PageSettings): () => Promise<Page | null> {
  let made: { key: readonly unknown[]; page: Page } | null = null;
  return async () => {
    const version = await built.current();
    if (!version) return null;
    const [hosts, product] = [settings.hosts(), settings.product()];
    const key = [version, JSON.stringify(product), ...hosts];
    if (made?.key.length === key.length && made.key.every((each, index) => each === key[index])) {
      return made.page;
    }
    const { document, files } = version;
    const page = {
      shell: new Shell(document, cataloguesIn(files), product),
      headers: pageHeaders(document, hosts, settings.mediaUrl),
    };
    made = { key, page };
    return page;
  };
}

/**
 * Tells the service worker that an answer is ours, and on which plain document it is based. The
 * worker caches that document, and fetches it again when this value differs.
 */
const SHELL_HEADER = 'x-app-shell';

function pageOf(
  source: () => Promise<Page | null>,
  { clips, invitations }: PageData,
  settings: PageSettings,
): Send {
  const headFor = async (shell: Shell, language: string, path: string, query: string) => {
    const { code, clipId } = parseLink(path, query);
    const [found, named] = await Promise.all([
      code === null ? null : invitations.get(code),
      clipId === null ? null : clips.findOnly(clipId),
    ]);
    const clip = named && translateClip(language, named);
    // a link to a clip that is not shown leads to the feed, and its invitation is ignored
    const leads = clipId === null || clip !== null;
    const invitation = leads && found && code !== null ? { ...found, code } : null;
    const { plain, texts } = settings.product();
    const product = textIn(language, plain, texts);
    const [hasDebugPages, { publicUrl }] = [settings.hasDebugPages(), settings];
    const isLinked = linkedLanguage(query) === language;
    const of = { language, path, product, hasDebugPages, publicUrl, invitation, clip, isLinked };
    return headOf({ ...of, languages: shell.languages });
  };
  return async (request, reply) => {
    const current = await source();
    if (!current) return sendNotBuilt(request, reply);
    const { shell, headers } = current;
    const { cookie, 'accept-language': accepted, 'sec-fetch-site': site } = request.headers;
    const [path = '', query = ''] = request.url.split(/\?(.*)/s, 2);
    const isHome = path === '/';
    const language = languageOf(cookie, accepted, shell.languages, linkedLanguage(query));
    // the plain page is cached on the device for all routes, so the URL's language does not count
    const kept = languageOf(cookie, accepted, shell.languages);
    const plain = shell.plain(kept, await headFor(shell, kept, '/', ''));
    reply
      .code(200)
      .headers({ ...headers, 'content-language': language, 'accept-ch': HINTS })
      .header('vary', isHome ? `${VARY}, ${HINTS}` : VARY)
      .header(SHELL_HEADER, digest(plain.etag + headers['content-security-policy']))
      .type('text/html; charset=utf-8');
    // no page opened this page (https://www.w3.org/TR/fetch-metadata/: typed, a bookmark, the home screen), so the
    // header would protect nothing, and Chromium would start a second process before it paints
    if (site === 'none') reply.removeHeader('cross-origin-opener-policy');
    const [head, found] = await Promise.all([
      headFor(shell, language, path, query),
      isHome ? clips.find(parseLink(path, query).clipId, clipIdOf(cookie)) : null,
    ]);
    const first = found && translateClip(language, found);
    const begins = first && firstClipPlaybackOf(request.headers, first.video);
    const page = begins
      ? shell.starting(language, head, first.video, begins)
      : shell.plain(language, head);
    return sendCompressed(request, reply, page);
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

const notBuiltPage = compress(NOT_BUILT, 5);
const notBuiltHeaders = pageHeaders(NOT_BUILT);
const sendNotBuilt: Send = (request, reply) => {
  reply.code(503).headers(notBuiltHeaders).type('text/html; charset=utf-8');
  return sendCompressed(request, reply, notBuiltPage);
};

/** Whether a path is a route of the app that a person may open or share: no file, and none of the server's paths. */
function isRoute(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isOurs = /^\/(index\.php|media|assets)(\/|$)/.test(path);
  return isRead && !isOurs && !path.slice(path.lastIndexOf('/')).includes('.');
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
