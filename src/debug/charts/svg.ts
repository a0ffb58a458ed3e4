import { draw, type Shape } from './draw.ts';
import type { LaidOut } from './layout.ts';

/** Around the chart. */
const MARGIN = 16;

const light = {
  canvas: '#f9fbfa',
  surface: '#ffffff',
  holder: '#f1f5f3',
  line: '#c3cfca',
  arrow: '#6d7c76',
  ink: '#17211d',
  soft: '#54625c',
  brand: '#0a7a4c',
  gold: '#85560a',
  label: '#e6eeea',
};

const dark: typeof light = {
  canvas: '#0e1513',
  surface: '#1a2320',
  holder: '#131c19',
  line: '#55655f',
  arrow: '#93a59d',
  ink: '#edf3f0',
  soft: '#a9b8b1',
  brand: '#5fd6a0',
  gold: '#e6bf6a',
  label: '#26322e',
};

const colours = (palette: typeof light) =>
  Object.entries(palette)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

const styles = `
svg{${colours(light)};font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
@media (prefers-color-scheme:dark){svg{${colours(dark)}}}
.chart-canvas{fill:var(--canvas)}
.chart-box{fill:var(--surface);stroke:var(--line);stroke-width:1.25}
.chart-holder>.chart-box{fill:var(--holder)}
.chart-head-back{fill:var(--surface)}
.chart-holder>.chart-head-back{fill:var(--holder)}
.chart-parallel>.chart-box{stroke-dasharray:5 4}
.chart-line{fill:none;stroke:var(--arrow);stroke-width:1.25}
.chart-point,.chart-dot{fill:var(--arrow)}
.chart-label-box{fill:var(--label)}
.chart-mark-box{fill:var(--label);stroke:var(--arrow);stroke-dasharray:3 3}
.chart-lit{fill:none}
.chart-name{font-size:14px;font-weight:700}
.chart-event{font-size:12px;font-weight:600}
.chart-detail{font-size:11px}
.chart-tone-name,.chart-tone-event{fill:var(--ink)}
.chart-tone-guard{fill:var(--gold)}
.chart-tone-action,.chart-tone-entry,.chart-tone-tag{fill:var(--soft)}
.chart-tone-invoke{fill:var(--brand)}
`.trim();

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

/** A chart as a file of its own, for light and dark. */
export function svgOf(title: string, laidOut: LaidOut): string {
  const [width, height] = [laidOut.width + 2 * MARGIN, laidOut.height + 2 * MARGIN];
  const box = `${-MARGIN} ${-MARGIN} ${width} ${height}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${styles}</style>`,
    `<rect class="chart-canvas" x="${-MARGIN}" y="${-MARGIN}" width="${width}" height="${height}" rx="14"/>`,
    ...draw(laidOut).map(write),
    '</svg>',
    '',
  ].join('\n');
}
