import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { formatMoney } from '../../../contract/money.ts';
import type { ToastText } from '../../../machines/app/toasts.ts';
import { actorsOf, idOfKey } from '../records.ts';
import { unitsFor } from '../server/ledger.ts';
import { childOf, rootOf } from '../world.ts';
import type { Invariant } from './invariant.ts';

const oneSound: Invariant = {
  says: 'Two clips never sound at once, not even in two windows.',
  watch: ({ world, violated }) => ({
    changed: () => {
      const heard = world.windows.flatMap(({ page }) =>
        page.videos.filter((each) => each.isAudible),
      );
      if (heard.length > 1) violated(heard.map(({ src }) => src).join(' and '));
    },
  }),
};

const silentUnseen: Invariant = {
  says: 'No clip plays on in a hidden window, or under another screen than the feed.',
  watch: ({ world, violated }) => ({
    second: () => {
      for (const { page } of world.windows) {
        const { pathname } = new URL(page.history.entry.path, 'https://clipurse.example');
        const isSeen = page.isVisible && pathname === '/';
        const playing = page.videos.filter((each) => each.isPlaying);
        if (!isSeen && playing.length > 0) violated(`${playing[0]?.src} at ${pathname}`);
      }
    },
  }),
};

/** The paid rewards that a toast names. */
function rewardedBy(text: ToastText): readonly string[] {
  if ('amounts' in text) return text.amounts;
  return 'amount' in text ? [text.amount] : [];
}

const answerFirst: Invariant = {
  says: 'A reward is celebrated, or said in a toast, only after the server’s answer, with its amount.',
  watch: ({ world, records, violated }) => ({
    second: () => {
      const paid = [...records.outcomes.values()].filter(({ reward }) => reward !== null);
      for (const window of world.windows) {
        for (const { text } of rootOf(window).context.toasts) {
          const said = rewardedBy(text);
          if (!said.every((amount) => paid.some(({ reward }) => reward === amount)))
            violated(`${text.kind} ${said.join()}`);
        }
        for (const { path, snapshot } of actorsOf(window)) {
          const { answer, idPrefix, claimable } = snapshot.context;
          if (!claimable) continue;
          if (!snapshot.hasTag('celebrating') && answer === null) continue;
          const own = paid.find(({ key }) => idOfKey(idOfKey(key)) === idPrefix);
          const amount = formatMoney(unitsFor(claimable.call, claimable.itemId));
          if (!own || answer?.reward !== amount) violated(`${path} shows ${answer?.reward}`);
        }
      }
    },
  }),
};

const calmUpdate: Invariant = {
  says: 'The app never reloads itself while a clip plays, a call runs, or rewards would be lost.',
  watch: ({ violated }) => ({
    reloads: (window) => {
      const { page, system } = window;
      if (page.videos.some((each) => each.isPlaying)) violated('a clip plays');
      if (system.effects.calls.isAny()) violated('a call runs');
      const outbox = childOf(window, 'outbox')?.getSnapshot().context;
      const held = outbox?.queue.filter(({ isUnpersisted }) => isUnpersisted) ?? [];
      if (held.length > 0)
        violated(`the page alone holds ${held.map(({ claim }) => claim.id).join()}`);
    },
  }),
};

const BUSY_MS = 20_000;

/** The connectivity machine's own pauses: people do not wait for them, and any call may run during a pause. */
const isBackground = (node: string) => node.startsWith('connectivity.');

const busyEnds: Invariant = {
  says: 'A busy state ends by itself within 20 seconds, also on a connection without answers.',
  watch: ({ world, violated }) => {
    /** by actor, the start of each busy state */
    const since = new Map<AnyActorRef, Map<string, number>>();
    const beginAnew = () => {
      for (const nodes of since.values()) {
        for (const id of nodes.keys()) nodes.set(id, world.clock.nowMs);
      }
    };
    return {
      closed: () => since.clear(),
      acted: beginAnew,
      slept: beginAnew,
      event: (_, event) => {
        if (event.type !== '@xstate.snapshot' || !('_nodes' in event.snapshot)) return;
        const { _nodes: nodes, status } = event.snapshot as AnyMachineSnapshot;
        const actor = event.actorRef as AnyActorRef;
        const busy = nodes.filter(({ id, tags }) => tags.includes('busy') && !isBackground(id));
        const before = since.get(actor);
        since.delete(actor);
        if (status !== 'active' || busy.length === 0) return;
        since.set(actor, new Map(busy.map(({ id }) => [id, before?.get(id) ?? world.clock.nowMs])));
      },
      second: () => {
        for (const [actor, nodes] of since) {
          if (actor.getSnapshot().status !== 'active') since.delete(actor);
          for (const [id, begunMs] of nodes) {
            if (world.clock.nowMs - begunMs > BUSY_MS) violated(`${actor.id} in ${id}`);
          }
        }
      },
    };
  },
};

const noFault: Invariant = {
  says: 'No error is left uncaught, and no actor ends with one.',
  watch: ({ world, violated }) => ({
    changed: () => {
      for (const error of world.clock.faults.splice(0)) {
        violated(error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error));
      }
    },
    second: () => {
      for (const window of world.windows) {
        const failed = actorsOf(window).find(({ snapshot }) => snapshot.status === 'error');
        if (failed) violated(failed.path);
        if (childOf(window, 'auth') === undefined) violated('the actor auth is missing');
      }
    },
  }),
};

export const stage: Invariant[] = [
  oneSound,
  silentUnseen,
  answerFirst,
  calmUpdate,
  busyEnds,
  noFault,
];
