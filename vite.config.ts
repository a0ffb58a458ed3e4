import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { builtFiles } from './scripts/built-files.ts';
import { cacheableFiles } from './scripts/cacheable-files.ts';
import { changePage } from './scripts/change-page.ts';
import { chunkGroups } from './scripts/chunks.ts';
import { fetchCode } from './scripts/code-fetching.ts';
import { firstFrameFirst } from './scripts/first-frame.ts';
import { targets } from './scripts/floor.ts';
import { writeManifestWords } from './scripts/manifest-words.ts';
import { minifyAgain } from './scripts/minify-again.ts';
import { plainStyles } from './scripts/plain-styles.ts';
import { stagingFolder } from './scripts/publish.ts';
import { splitSource } from './scripts/source-catalogue.ts';
import { leaveOutHelpers } from './scripts/unused-helpers.ts';

/** The server's address during `npm run dev`, for Vite's proxy of the paths in `proxiedPaths`. */
const server = process.env.CLIPURSE_SERVER ?? 'http://127.0.0.1:4174';
const proxiedPaths = [
  '/index.php',
  '/media',
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/docs',
  '/manifest.webmanifest',
];

/**
 * Puts the styles of the first screen into the page itself, so that the page and the first clip can
 * paint before the app's other files are fetched. No chunk loads the stylesheet then.
 */
const inlineFirstStyles = () =>
  changePage('inline-first-styles', (page, bundle) =>
    page.replace(
      /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/g,
      (_link, file: string) => {
        const styles = bundle[file];
        if (styles?.type !== 'asset') throw new Error(`no such stylesheet: ${file}`);
        delete bundle[file];
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.delete(file);
        return `<style>${String(styles.source).trim()}</style>`;
      },
    ),
  );

const pwa = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/worker',
  filename: 'sw.ts',
  injectRegister: false,
  injectManifest: cacheableFiles,
  // the server makes the web manifest, with the operator's name and in the visitor's language
  manifest: false,
});

export default defineConfig({
  plugins: [
    react(),
    fetchCode(),
    leaveOutHelpers(),
    splitSource(),
    lingui({ failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    inlineFirstStyles(),
    firstFrameFirst(),
    writeManifestWords(),
    minifyAgain(),
    builtFiles(),
    pwa,
  ],
  resolve: {
    // React has this hook since version 18: the code for earlier versions is left out
    alias: [
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  css: { postcss: { plugins: [plainStyles()] } },
  server: {
    strictPort: true,
    proxy: Object.fromEntries(proxiedPaths.map((path) => [path, { target: server }])),
  },
  build: {
    outDir: stagingFolder,
    emptyOutDir: true,
    target: targets,
    // no small file is inlined as a data URL
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: {
        // these modules have no side effects, so their unused exports are left out
        moduleSideEffects: [{ test: /\/(contract|machines)\/[^?]*\.ts$/, sideEffects: false }],
      },
      // class fields are assigned, not defined: this differs only for an inherited setter, and there is none
      transform: { assumptions: { setPublicClassFields: true } },
      output: {
        chunkFileNames: (chunk) =>
          chunk.facadeModuleId?.endsWith('.po')
            ? 'assets/language-[name]-[hash].js'
            : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
});
