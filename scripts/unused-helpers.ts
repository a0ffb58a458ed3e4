import type { Plugin } from 'vite';

/**
 * ofetch's imports that this app never calls, because `ports/api.ts` builds URLs and reads answers
 * itself. A call of one of them fails: none is a function here.
 */
const UNUSED: Record<string, string> = {
  ufo: 'export const withBase = null, withQuery = null;',
  destr: 'export default null;',
};

const PREFIX = '\0unused:';

/** Leaves these helpers out of the build. */
export const leaveOutHelpers = (): Plugin => ({
  name: 'leave-out-helpers',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id, importer) =>
    id in UNUSED && importer?.includes('/ofetch/') ? PREFIX + id : undefined,
  load: (id) => (id.startsWith(PREFIX) ? UNUSED[id.slice(PREFIX.length)] : undefined),
});
