import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  generateFavicon,
  generateMaskableAsset,
  generateTransparentAsset,
} from '@vite-pwa/assets-generator/api';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { runnerImport } from 'vite';

/**
 * Draws the raster icons of `public/` from its `favicon.svg`, and the icons of the shortcuts from the
 * app's tabs. Run by hand when one of them changes: `npx node scripts/icons.ts`.
 */
const root = join(import.meta.dirname, '..');
const publicDirectory = join(root, 'public');
const mark = readFileSync(join(publicDirectory, 'favicon.svg'), 'utf8');

const FACE = '#0a6343';
/** Launchers cut these icons into their own shape: the mark stays inside a circle of four fifths. */
const MASKABLE_PADDING = 0.2;
const small = { compressionLevel: 9, effort: 10, palette: true } as const;

/** Draws at the final size; nothing is enlarged afterwards. */
const at = (size: number, drawing: string) =>
  Buffer.from(drawing.replace('<svg ', `<svg width="${size}" height="${size}" `));

/** Fills the square to its edge, because the system rounds the corners. */
const filled = mark.replace('rx="13"', '');

/** The shape alone: the system colours it. */
const monochrome = mark
  .replace(/<rect[^>]*>/, '')
  .replaceAll(/fill="#\w+"/g, 'fill="#fff"')
  .replace('viewBox="0 0 48 48"', 'viewBox="6 6 36 36"');

async function write(name: string, image: { toBuffer(): Promise<Buffer> }): Promise<void> {
  writeFileSync(join(publicDirectory, name), await image.toBuffer());
}

const plain = (name: string, size: number, drawing: string) =>
  generateTransparentAsset('png', at(size, drawing), size, { outputOptions: small }).then((image) =>
    write(name, image),
  );

interface Icons {
  ClipIcon: Icon;
  InviteIcon: Icon;
  PersonIcon: Icon;
  PurseIcon: Icon;
  TasksIcon: Icon;
}
type Icon = ComponentType<{ stroke: string; x: number; y: number; size: number }>;

/** A tab's icon, in white on the face of the mark. */
const shortcut = (icon: Icon) =>
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">' +
  `<circle cx="24" cy="24" r="24" fill="${FACE}"/>` +
  renderToStaticMarkup(createElement(icon, { stroke: '#fff', x: 10, y: 10, size: 28 })) +
  '</svg>';

await plain('pwa-192x192.png', 192, mark);
await plain('pwa-512x512.png', 512, mark);
await plain('apple-touch-icon.png', 180, filled);
await plain('badge-96x96.png', 96, monochrome);
await write(
  'pwa-maskable-512x512.png',
  await generateMaskableAsset('png', at(512, filled), 512, {
    padding: MASKABLE_PADDING,
    resizeOptions: { background: FACE },
    outputOptions: small,
  }),
);
writeFileSync(
  join(publicDirectory, 'favicon.ico'),
  await generateFavicon('png', at(48, mark), { compressionLevel: 9 }),
);

const { module: icons } = await runnerImport<Icons>(join(root, 'src/ui/icons.tsx'));
const tabs = {
  feed: icons.ClipIcon,
  tasks: icons.TasksIcon,
  invite: icons.InviteIcon,
  withdraw: icons.PurseIcon,
  mine: icons.PersonIcon,
};
for (const [name, icon] of Object.entries(tabs)) {
  await plain(`shortcut-${name}-96x96.png`, 96, shortcut(icon));
}

/** The preview beside a link in messengers: without words, because the operator may rename the product. */
const preview =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">' +
  `<rect width="1200" height="630" fill="${FACE}"/>` +
  '<circle cx="600" cy="315" r="420" fill="#0d7650"/>' +
  '<circle cx="600" cy="315" r="300" fill="#118a5e"/>' +
  `<svg x="380" y="95" width="440" height="440" viewBox="6 6 36 36">${mark.replace(/<\/?svg[^>]*>|<rect[^>]*>/g, '')}</svg>` +
  '</svg>';
await write(
  'preview.png',
  await generateTransparentAsset(
    'png',
    Buffer.from(preview),
    { width: 1200, height: 630 },
    { padding: 0, outputOptions: small },
  ),
);
