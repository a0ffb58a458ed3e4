import type { Call } from '../../../contract/call.ts';
import * as calls from '../../../contract/calls.ts';
import {
  BASE_PATH,
  IDEMPOTENCY_HEADER,
  MAX_BODY_BYTES,
  TOKEN_HEADER,
} from '../../../contract/envelope.ts';
import { faults } from '../../../contract/reasons.ts';
import { summaries } from '../../../contract/summaries.ts';
import { escaped } from '../../words/escaped.ts';
import { faultMessages, refusalMessages, sessionEndedMessages } from '../messages.ts';
import { examples } from './examples.ts';
import { fieldMeanings } from './fields.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-inline-size: 56rem; padding: 1.5rem; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid; border-radius: 0.5rem; }
article { border-block-start: 1px solid; margin-block-start: 2rem; }
dt { font-weight: 600; } dd { margin-inline-start: 1rem; }
nav ul { columns: 20rem; } .method { font-weight: 700; }
`;

/** Makes the API's page for people. It has no script, and loads nothing from other hosts. */
export function docsPage(): string {
  const entries = Object.entries(calls) as [keyof typeof calls, Call][];
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<link rel="icon" href="/favicon.svg" type="image/svg+xml">` +
    `<title>API | Clipurse</title><style>${STYLE}</style></head><body>` +
    `<h1>Clipurse API</h1>${introduction()}` +
    `<nav aria-label="Calls"><ul>${entries.map(([name, call]) => `<li><a href="#${name}">${call.path}</a></li>`).join('')}</ul></nav>` +
    `<main>${entries.map(([name, call]) => callSection(name, call)).join('')}</main>` +
    `<h2 id="faults">Faults</h2>${definitions(
      Object.entries(faults).map(([fault, status]) => [
        `${status}`,
        faultMessages[fault as keyof typeof faults],
      ]),
    )}</body></html>`
  );
}

function introduction(): string {
  return (
    `<p>All calls live under <code>${BASE_PATH}</code>. Every answer is ` +
    `<code>{"code", "msg", "data"}</code>: 1 is success, 0 a refusal with <code>data.reason</code>; ` +
    `both are HTTP 200, and so are ended sessions. The code of a fault is its HTTP status; ` +
    `a known path with another method is answered 404.</p>` +
    `<p>Bodies are JSON, form-urlencoded or multipart, UTF-8, at most ${MAX_BODY_BYTES / 1024} KiB. ` +
    `The token goes in the header <code>${TOKEN_HEADER}</code>; a POST with a token may carry ` +
    `<code>${IDEMPOTENCY_HEADER}</code>: a repeated request with the same key gets the first ` +
    `answer again, within 24 hours (8 days for claims). ` +
    `The machine-readable document is <a href="/openapi.json">/openapi.json</a>.</p>` +
    `<h2>Ended sessions</h2>${definitions(Object.entries(sessionEndedMessages))}<h2>Calls</h2>`
  );
}

function callSection(name: keyof typeof calls, call: Call): string {
  const { takes, gives } = examples[name];
  const refusals = call.refusals.map((reason) => [reason, refusalMessages[reason]] as const);
  return (
    `<article id="${name}"><h3><span class="method">${call.method}</span> ` +
    `<code>${BASE_PATH}${call.path}</code></h3><p>${escaped(summaries[name])} ` +
    `${call.access === 'public' ? 'Needs no token.' : 'Needs a token.'}</p>` +
    `<h4>Takes</h4>${fieldList(takes)}${code(takes)}` +
    `<h4>Gives</h4>${fieldList(gives)}${code({ code: 1, msg: 'ok', data: gives })}` +
    `<h4>Refusals</h4>${refusals.length === 0 ? '<p>None.</p>' : definitions(refusals)}</article>`
  );
}

/** Lists an example's fields with their meanings; after an object or a list, the fields of its (first) object. */
function fieldsOf(example: object, prefix = ''): [string, string][] {
  return Object.entries(example).flatMap(([name, value]): [string, string][] => {
    const path = prefix + name;
    const isList = Array.isArray(value);
    const item: unknown = isList ? value[0] : value;
    const inner = typeof item === 'object' && item !== null ? item : {};
    return [[path, fieldMeanings[name] ?? ''], ...fieldsOf(inner, `${path}${isList ? '[]' : ''}.`)];
  });
}

function fieldList(example: object): string {
  const fields = fieldsOf(example);
  return fields.length === 0 ? '<p>Nothing.</p>' : definitions(fields);
}

function definitions(entries: readonly (readonly [string, string])[]): string {
  const items = entries.map(
    ([term, meaning]) => `<dt><code>${escaped(term)}</code></dt><dd>${escaped(meaning)}</dd>`,
  );
  return `<dl>${items.join('')}</dl>`;
}

function code(value: unknown): string {
  return `<pre tabindex="0"><code>${escaped(JSON.stringify(value, null, 2))}</code></pre>`;
}
