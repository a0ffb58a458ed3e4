/** The colours of `src/ui/tokens.css` by day and by night, under the same names: a test compares them. */
export const colours = {
  canvas: ['oklch(0.98 0.004 165)', 'oklch(0.168 0.013 170)'],
  ink: ['oklch(0.23 0.02 170)', 'oklch(0.955 0.008 165)'],
  'ink-soft': ['oklch(0.46 0.018 170)', 'oklch(0.755 0.016 166)'],
  line: ['oklch(0.905 0.009 165)', 'oklch(0.3 0.017 170)'],
  'brand-ink': ['oklch(0.46 0.108 160)', 'oklch(0.81 0.14 160)'],
  focus: ['oklch(0.55 0.13 160)', 'oklch(0.8 0.15 160)'],
} as const;

/** Declarations of the colours; browsers without `oklch` use their own colours, which have enough contrast. */
const declared = (at: 0 | 1) =>
  Object.entries(colours)
    .map(([name, pair]) => `--${name}:${pair[at]}`)
    .join(';');

/** Style of the operator's pages: they have no script, so the device's colour scheme decides between day and night. */
export const PAGE_STYLE = `
@supports (color: oklch(0 0 0)) {
  :root { ${declared(0)} }
  @media (prefers-color-scheme: dark) { :root { ${declared(1)} } }
}
:root { color-scheme: light dark; background: var(--canvas, Canvas); color: var(--ink, CanvasText);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: anywhere; }
:root:lang(ur) { line-height: 2.1; }
body { margin: 0 auto; max-inline-size: 40rem; padding: 16px max(20px, env(safe-area-inset-right))
  calc(32px + env(safe-area-inset-bottom)) max(20px, env(safe-area-inset-left)); }
h1 { font-size: 1.75rem; } h2 { font-size: 1.25rem; } h3 { font-size: 1rem; }
h1, h2, h3 { font-weight: 650; line-height: 1.3; }
a { color: var(--brand-ink, LinkText); }
a:focus-visible { outline: 2px solid var(--focus, Highlight); outline-offset: 2px; border-radius: 4px; }
header, footer { font-size: 0.875rem; color: var(--ink-soft, CanvasText); }
header a, footer li a { display: inline-block; min-block-size: 44px; padding-block: 11px; box-sizing: border-box; }
footer { border-block-start: 1px solid var(--line, currentcolor); margin-block-start: 32px; padding-block-start: 16px; }
footer ul { display: flex; flex-wrap: wrap; gap: 0 20px; list-style: none; margin: 0; padding: 0; }
table { border-collapse: collapse; inline-size: 100%; }
th, td { border: 1px solid var(--line, currentcolor); padding: 8px; text-align: start; vertical-align: top; }
pre { white-space: pre-wrap; }
`;
