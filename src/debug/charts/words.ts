import type { StateValue } from 'xstate';

/** Name of an actor; `actor` for one that is defined inline, which has only an id of XState's: `0.machine.state`. */
const actorName = (id: string) => (/^(xstate\.invoke\.)?\d+\./.test(id) ? 'actor' : id);

/** Readable text of XState's internal event names. */
export function labelOf(eventType: string): string {
  const [, end, what = ''] =
    /^xstate\.(done\.actor|error\.actor|after|done\.state|snapshot)\.(.*)$/.exec(eventType) ?? [];
  if (end === 'done.actor') return `${actorName(what)} done`;
  if (end === 'error.actor') return `${actorName(what)} failed`;
  if (end === 'done.state') return `${what} done`;
  if (end === 'snapshot') return `${actorName(what)} changed`;
  if (end === 'after') return `after ${what.split('.')[0]}`;
  return eventType === '' ? 'always' : eventType;
}

/** An invoked actor: its name, and its source where that differs. */
export function invokeOf({ id, src }: { id: string; src: unknown }): string {
  const source = actorName(String(src));
  const name = actorName(id);
  return source === name ? name : `${name}: ${source}`;
}

/** Text of a duration: `250 ms`, `20 s` or `5 min`. */
export function lengthOf(ms: number): string {
  if (ms < 1_000 || ms % 100 !== 0) return `${ms} ms`;
  return ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1_000} s`;
}

interface Builtin {
  type?: string;
  check?: unknown;
  guards?: readonly unknown[];
  stateValue?: StateValue;
  name: string;
}

/** Parameters of an action or guard, where they are short: they are part of its meaning. */
function paramsOf(named: object): string {
  if (!('params' in named)) return '';
  const { params } = named;
  if (typeof params === 'string' || typeof params === 'number' || typeof params === 'boolean') {
    return `(${params})`;
  }
  const kind = Object.values(typeof params === 'object' && params !== null ? params : {});
  return kind.length === 1 && typeof kind[0] === 'string' ? `(${kind[0]})` : '';
}

function builtGuardOf(guard: Builtin): string {
  const { guards, name, stateValue } = guard;
  if (stateValue !== undefined) return `in ${valueText(stateValue)}`;
  if (!guards) return guard.check ? name : 'inline';
  const inner = guards.map(guardOf);
  return name === 'not' ? `not ${inner[0]}` : inner.join(` ${name} `);
}

/** Text of a guard; empty: none. */
export function guardOf(guard: unknown): string {
  if (guard === undefined || guard === null) return '';
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'function') return builtGuardOf(guard as unknown as Builtin);
  return 'type' in (guard as object) ? String((guard as Builtin).type) + paramsOf(guard) : 'inline';
}

const eventName = (event: unknown) =>
  typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : 'an event';

interface BuiltinAction extends Builtin {
  event?: unknown;
  assignment?: unknown;
  src?: unknown;
}

/** Text of XState's own actions. */
function builtActionOf({ type, event, assignment, src }: BuiltinAction): string {
  const kind = type?.replace('xstate.', '') ?? '';
  if (kind === 'assign') {
    const fields = typeof assignment === 'object' ? Object.keys(assignment ?? {}) : [];
    return ['assign', fields.join(' ')].filter(Boolean).join(' ');
  }
  if (kind === 'raise' || kind === 'emit') return `${kind} ${eventName(event)}`;
  if (kind === 'sendTo') return `send ${eventName(event)}`;
  if (kind === 'spawnChild') return `spawn ${typeof src === 'string' ? src : 'an actor'}`;
  return kind === '' ? 'inline' : kind;
}

/** Text of an action, in a word or two. */
export function actionOf(action: unknown): string {
  if (typeof action === 'string') return action;
  if (typeof action === 'function') return builtActionOf(action as unknown as BuiltinAction);
  const named = action as Builtin;
  return String(named.type) + paramsOf(named);
}

/** Whether an action sets or stops a timer of XState: timers are drawn as transitions. */
export function isTimer(action: unknown): boolean {
  if (typeof action !== 'function') return false;
  const { type, event, sendId } = action as unknown as BuiltinAction & { sendId?: unknown };
  const timed = type === 'xstate.raise' ? eventName(event) : String(sendId);
  return timed.startsWith('xstate.after.');
}

/** Text of a state value: `loggedIn.current`; with parallel regions, all of them. */
export function valueText(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([state, inner]) => {
      const text = inner === undefined ? '' : valueText(inner);
      return text === '' ? state : `${state}.${text}`;
    })
    .join(', ');
}
