import type { StateValue } from 'xstate';

/** What people read instead of XState's internal event names. */
export function labelOf(eventType: string): string {
  const [, end, what = ''] =
    /^xstate\.(done\.actor|error\.actor|after|done\.state|snapshot)\.(.*)$/.exec(eventType) ?? [];
  if (end === 'done.actor') return `${what} done`;
  if (end === 'error.actor') return `${what} failed`;
  if (end === 'done.state') return `${what} done`;
  if (end === 'snapshot') return `${what} changed`;
  if (end === 'after') return `after ${what.split('.')[0]}`;
  return eventType === '' ? 'always' : eventType;
}

export function guardOf(guard: unknown): string {
  if (typeof guard === 'string') return ` [${guard}]`;
  if (typeof guard === 'function') return ' [inline]';
  if (guard && typeof guard === 'object' && 'type' in guard) return ` [${String(guard.type)}]`;
  return '';
}

/** `loggedIn.current`; of several regions at once, each. */
export function valueText(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([state, inner]) => {
      const text = inner === undefined ? '' : valueText(inner);
      return text === '' ? state : `${state}.${text}`;
    })
    .join(', ');
}
