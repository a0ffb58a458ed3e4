import type { AnyActorRef, AnyMachineSnapshot, InspectionEvent } from 'xstate';
import type { EarnedClaim } from '../../machines/outbox/claim.ts';
import type { Exchange } from './server/server.ts';
import { rootOf, type Window, type World } from './world.ts';

/** A reward that a person has earned, with facts that no window has. */
export interface Earned {
  id: string;
  call: EarnedClaim['call'];
  item: EarnedClaim['itemId'];
  userId: number;
  atMs: number;
  window: Window;
  /** the app was told that the claim is persisted */
  isPersisted: boolean;
  /** the app was told whether the claim is persisted */
  isPersistenceKnown: boolean;
  /** a window has received the claim's result */
  isSettled: boolean;
}

/** The server's result of one claim, as a window has received it. */
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

/** The result of each claim in an answer. */
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

/** All actors of a window, with their paths. */
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

/** Records events for the invariants. */
export class Records {
  readonly earned = new Map<string, Earned>();
  /** received results, by key */
  readonly outcomes = new Map<string, Outcome>();
  /** balances that the server has sent and a window has received, by user */
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
    if (event.type === 'claim.persisted')
      this.#change(event.id, { isPersisted: true, isPersistenceKnown: true });
    if (event.type === 'claim.notPersisted') this.#change(event.id, { isPersistenceKnown: true });
  }

  answered(exchange: Exchange): void {
    for (const outcome of outcomesOf(exchange)) {
      this.outcomes.set(outcome.key, outcome);
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
    const facts = { isPersisted: false, isPersistenceKnown: false, isSettled: false };
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
