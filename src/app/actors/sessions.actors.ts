import { endOtherSessions, endSession, sessions } from '../../../contract/session.calls.ts';
import { sessionsMachine } from '../../../machines/sessions.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { System } from '../system/root.ts';

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

/** Starts it, unless it runs already: its code has come with the sheet that it is behind. */
export const startSessions = ({ root, effects }: System) =>
  root.send({
    type: 'module.fetched',
    output: [{ id: 'sessions', logic: provideSessions(effects), input: undefined }],
  });
