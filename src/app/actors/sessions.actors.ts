import { endOtherSessions, endSession, sessions } from '../../../contract/session.calls.ts';
import { sessionsMachine } from '../../../machines/sessions.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { SheetStart } from '../system/starts.ts';

const provideSessions = ({ api }: Effects) =>
  sessionsMachine.provide({
    actors: promises(sessionsMachine, {
      loadSessions: async ({ signal }) => (await api(sessions, {}, { signal })).list,
      endSessions: async ({ input: session, signal }) => {
        if (session === null) await api(endOtherSessions, {}, { signal });
        else await api(endSession, { session }, { signal });
      },
    }),
  });

export const startSessions: SheetStart = (effects) => ({
  id: 'sessions',
  logic: provideSessions(effects),
  input: undefined,
});
