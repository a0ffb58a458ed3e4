import { draw, type Shape } from './draw.ts';
import type { LaidOut } from './layout.ts';

/** Margin around the chart. */
const MARGIN = 16;

const light = {
  canvas: '#f7faf8',
  surface: '#ffffff',
  sunken: '#eff4f1',
  line: '#dfece5',
  'line-strong': '#6d7c76',
  ink: '#17211d',
  'ink-soft': '#54625c',
  'brand-ink': '#0a7a4c',
  'gold-ink': '#85560a',
};

const dark: typeof light = {
  canvas: '#0e1513',
  surface: '#1d2724',
  sunken: '#131c19',
  line: '#26332e',
  'line-strong': '#93a59d',
  ink: '#edf3f0',
  'ink-soft': '#a9b8b1',
  'brand-ink': '#5fd6a0',
  'gold-ink': '#e6bf6a',
};

const colours = (palette: typeof light) =>
  Object.entries(palette)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

const FONT = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif';

const ownStyles = [
  `svg{${colours(light)};font-family:${FONT}}`,
  `@media (prefers-color-scheme:dark){svg{${colours(dark)}}}`,
].join('\n');

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function write({ tag, attributes, of, children = [], text = '' }: Shape): string {
  const data = {
    ...(of?.state && { 'data-state': of.state }),
    ...(of?.transitions?.length && { 'data-transitions': of.transitions.join(' ') }),
  };
  const all = Object.entries({ ...attributes, ...data })
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
  const inner = children.length > 0 ? `\n${children.map(write).join('\n')}\n` : escaped(text);
  return inner === '' ? `<${tag}${all}/>` : `<${tag}${all}>${inner}</${tag}>`;
}

/**
 * A chart as an SVG file, for light and dark schemes.
 * @param styles content of `chart.css`
 */
export function svgOf(title: string, laidOut: LaidOut, styles: string): string {
  const [width, height] = [laidOut.width + 2 * MARGIN, laidOut.height + 2 * MARGIN];
  const box = `${-MARGIN} ${-MARGIN} ${width} ${height}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${ownStyles}\n${styles}</style>`,
    `<rect class="chart-canvas" x="${-MARGIN}" y="${-MARGIN}" width="${width}" height="${height}" rx="14"/>`,
    ...draw(laidOut).map(write),
    '</svg>',
    '',
  ].join('\n');
}
