import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Where the server listens while `npm run dev` serves the app: it passes the calls on. */
const server = process.env.CLIPURSE_SERVER ?? 'http://127.0.0.1:4174';
const passedOn = ['/index.php', '/media', '/healthz', '/readyz', '/openapi.json', '/docs'];

/**
 * Puts the styles of the first screen into the page itself, so that it paints, and the first clip
 * with it, before anything else has been fetched.
 */
function inlineFirstStyles(): Plugin {
  return {
    name: 'inline-first-styles',
    enforce: 'post',
    apply: 'build',
    generateBundle(_, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') return;
      page.source = String(page.source).replace(
        /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/g,
        (_link, file: string) => {
          const styles = bundle[file];
          if (styles?.type !== 'asset') throw new Error(`no such stylesheet: ${file}`);
          // the file stays: a part of a lazy screen that needs these styles asks for it by name
          return `<style>${String(styles.source).trim()}</style>`;
        },
      );
    },
  };
}

interface ModuleGraph {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null;
}

/** Is this module part of what every visit starts with? Follows its importers to the entry. */
function isOfFirstLoad(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (id.includes('rolldown/runtime')) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  const info = graph.getModuleInfo(id);
  if (!info) return false;
  return info.isEntry || info.importers.some((importer) => isOfFirstLoad(importer, graph, seen));
}

const pwa = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src',
  filename: 'sw.ts',
  injectRegister: false,
  injectManifest: {
    // what a second visit starts from; a language is kept once it has been used, Firebase's library
    // is fetched by those alone who allowed notifications, and the engineers' pages by engineers
    globPatterns: ['assets/*.{js,css}', 'offline.html', 'favicon.svg'],
    globIgnores: [
      'assets/language-*',
      'assets/firebase-*',
      'assets/{demo,tools,machines}-screen-*',
    ],
  },
  manifest: {
    id: '/',
    name: 'Clipurse',
    short_name: 'Clipurse',
    description: 'Watch short videos and earn.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    orientation: 'portrait',
    background_color: '#0b1511',
    theme_color: '#0b1511',
    icons: [
      { src: '/pwa-192x192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/pwa-512x512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      {
        src: '/pwa-maskable-512x512.png',
        sizes: '512x512',
        type: 'image/png',
        purpose: 'maskable',
      },
    ],
  },
});

export default defineConfig({
  plugins: [
    react(),
    lingui({ failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    inlineFirstStyles(),
    pwa,
  ],
  server: {
    strictPort: true,
    proxy: Object.fromEntries(passedOn.map((path) => [path, { target: server }])),
  },
  build: {
    // from here on browsers have all that the app calls: nothing is patched in
    target: ['chrome117', 'safari17.4', 'firefox124'],
    // one request more is worth more than a few bytes less: nothing small is inlined as data
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: (chunk) =>
          chunk.facadeModuleId?.endsWith('.po')
            ? 'assets/language-[name]-[hash].js'
            : 'assets/[name]-[hash].js',
        codeSplitting: {
          // one request for what every visit starts with, instead of one for each shared part
          groups: [
            {
              debugName: 'app',
              name: (id, graph) => (isOfFirstLoad(id, graph) ? 'app' : null),
            },
          ],
        },
      },
    },
  },
});
