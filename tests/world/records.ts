import type { AnyActorRef, AnyMachineSnapshot, InspectionEvent } from 'xstate';
import type { EarnedClaim } from '../../machines/outbox/claim.ts';
import type { Exchange } from './server/server.ts';
import { rootOf, type Window, type World } from './world.ts';

/** One thing that a person has earned, as somebody sees it who knows all. */
export interface Earned {
  id: string;
  call: EarnedClaim['call'];
  item: EarnedClaim['itemId'];
  userId: number;
  atMs: number;
  window: Window;
  /** the app was told that it is on the disk */
  isKept: boolean;
  /** the app knows whether it is kept */
  isDecided: boolean;
  /** a window knows what has become of it */
  isSettled: boolean;
}

/** An answer of the server's about one claim that a window has got. */
export interface Outcome {
  key: string;
  reason: string | null;
  reward: string | null;
  balance: string | null;
}

export const idOfKey = (key: string) => key.slice(0, key.lastIndexOf('-'));

const claims: Record<EarnedClaim['call'], true> = {
  record: true,
  watchAdReward: true,
  clickAdReward: true,
  claimShareReward: true,
  claimTask: true,
};

interface Result {
  key: string;
  reason?: string | null;
  data?: { reward: string; balance: string };
}

/** What an answer says of each claim. */
export function outcomesOf({ name, key, data, reason }: Exchange): Outcome[] {
  if (name === 'sendClaims') {
    return ((data?.results ?? []) as Result[]).map((result) => ({
      key: result.key,
      reason: result.reason ?? null,
      reward: result.data?.reward ?? null,
      balance: result.data?.balance ?? null,
    }));
  }
  if (!(name in claims) || key === null || (data === null && reason === null)) return [];
  const { reward, balance } = (data ?? {}) as { reward?: string; balance?: string };
  return [{ key, reason, reward: reward ?? null, balance: balance ?? null }];
}

/** All that a window's actors are, with the names that lead to them. */
export function actorsOf(window: Window) {
  const found: { path: string; ref: AnyActorRef; snapshot: AnyMachineSnapshot }[] = [];
  const visit = (path: string, ref: AnyActorRef) => {
    const snapshot = ref.getSnapshot() as AnyMachineSnapshot | undefined;
    if (!snapshot || !('value' in snapshot)) return;
    found.push({ path, ref, snapshot });
    const children = snapshot.children as Record<string, AnyActorRef | undefined>;
    for (const [id, child] of Object.entries(children)) if (child) visit(`${path}.${id}`, child);
  };
  visit('app', window.system.root as unknown as AnyActorRef);
  return found;
}

/** What has happened, as the laws need it. */
export class Records {
  readonly earned = new Map<string, Earned>();
  /** by key, the answers that some window has got */
  readonly heard = new Map<string, Outcome>();
  /** of each user, the balances that the server has said and somebody has heard */
  readonly balances = new Map<number, Set<string>>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  event(window: Window, inspected: InspectionEvent): void {
    if (inspected.type !== '@xstate.event') return;
    const { actorRef, event } = inspected;
    const { id } = actorRef as { id?: string };
    if (id === 'app' && event.type === 'claim.made') this.#make(window, event.claim as EarnedClaim);
    if (id === 'app' && (event.type === 'claim.paid' || event.type === 'claim.refused')) {
      this.#change((event.claim as EarnedClaim).id, { isSettled: true });
    }
    if (id !== 'outbox') return;
    if (event.type === 'claim.persisted') this.#change(event.id, { isKept: true, isDecided: true });
    if (event.type === 'claim.notPersisted') this.#change(event.id, { isDecided: true });
  }

  answered(exchange: Exchange): void {
    for (const outcome of outcomesOf(exchange)) {
      this.heard.set(outcome.key, outcome);
      if (outcome.balance) this.#say(exchange, outcome.balance);
    }
    const { balance, userInfo } = (exchange.data ?? {}) as {
      balance?: string;
      userInfo?: { id: number; balance: string };
    };
    if (userInfo) this.#say({ userId: userInfo.id }, userInfo.balance);
    if (balance) this.#say(exchange, balance);
  }

  #make(window: Window, { id, call, itemId }: EarnedClaim): void {
    const user = rootOf(window).context.user;
    if (!user) return;
    const facts = { isKept: false, isDecided: false, isSettled: false };
    const atMs = this.#world.clock.nowMs;
    this.earned.set(id, { id, call, item: itemId, userId: user.id, atMs, window, ...facts });
  }

  #change(id: string, change: Partial<Earned>): void {
    const claim = this.earned.get(id);
    if (claim) Object.assign(claim, change);
  }

  #say({ userId }: Pick<Exchange, 'userId'>, balance: string): void {
    if (userId === null) return;
    const said = this.balances.get(userId) ?? new Set();
    this.balances.set(userId, said.add(balance));
  }
}
