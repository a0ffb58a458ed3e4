import type { Plugin } from 'vite';

/**
 * What ofetch brings along and this app never calls: `ports/api.ts` writes addresses and reads answers
 * itself. Whoever calls one of them all the same learns it: none is a function.
 */
const UNUSED: Record<string, string> = {
  ufo: 'export const withBase = null, withQuery = null;',
  destr: 'export default null;',
};

const PREFIX = '\0unused:';

/** Leaves them out of the build. */
export const leaveOutHelpers = (): Plugin => ({
  name: 'leave-out-helpers',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id, importer) =>
    id in UNUSED && importer?.includes('/ofetch/') ? PREFIX + id : undefined,
  load: (id) => (id.startsWith(PREFIX) ? UNUSED[id.slice(PREFIX.length)] : undefined),
});
