/** What the bank must do, written as plainly as possible: one object a user, nothing at once. */

export const TERMS = {
  clips: [
    { seconds: 5, reward: 500n },
    { seconds: 3, reward: 1_234n },
    { seconds: 8, reward: 1n },
    { seconds: 0, reward: 777n },
    { seconds: 5, reward: 0n },
  ],
  dailyLimit: 3,
  extraViews: 1,
  extraTimes: 1,
  registration: 12_345n,
  invite: 501n,
  share: 333n,
  task: 4_999n,
  minWithdrawal: 10_000n,
  /** percent */
  commissions: [7n, 3n, 1n],
} as const;

const NEVER = Number.NEGATIVE_INFINITY;

export type Outcome = string;

export class ModelUser {
  available = 0n;
  held = 0n;
  credited = 0n;
  debited = 0n;
  version = 0n;
  readonly inviters: readonly ModelUser[];
  #handedAt = NEVER;
  #lastWatchAt = NEVER;
  #day = '';
  #watched = new Set<number>();
  #extraViews = 0;
  #extraTimes = 0;
  #shared = false;
  #shareClaimed = false;
  #taskDone = false;
  #welcomed = false;
  /** rewards that friends brought and that are under way */
  #coming: bigint[] = [];

  constructor(inviters: readonly ModelUser[]) {
    this.inviters = inviters;
  }

  #credit(amount: bigint): void {
    if (amount === 0n) return;
    this.available += amount;
    this.credited += amount;
    this.version += 1n;
  }

  turnTo(day: string): void {
    if (day === this.#day) return;
    this.#day = day;
    this.#watched = new Set();
    this.#extraViews = 0;
    this.#extraTimes = 0;
    this.#shared = false;
    this.#shareClaimed = false;
  }

  await(amount: bigint): void {
    this.#coming.push(amount);
  }

  receive(): void {
    for (const amount of this.#coming) this.#credit(amount);
    this.#coming = [];
  }

  look(now: number): Outcome {
    if (this.#handedAt === NEVER) this.#handedAt = now;
    return 'ok';
  }

  watch(index: number, now: number): Outcome {
    const clip = TERMS.clips[index];
    if (!clip) return 'unknown_video';
    if (this.#watched.has(index)) return 'already_rewarded';
    if (this.#watched.size >= TERMS.dailyLimit + this.#extraViews) return 'daily_limit_reached';
    const since = now - clip.seconds * 1000;
    if (this.#handedAt === NEVER || this.#handedAt > since || this.#lastWatchAt > since) {
      return 'too_early';
    }
    this.#watched.add(index);
    this.#lastWatchAt = now;
    this.#credit(clip.reward);
    return 'ok';
  }

  share(): Outcome {
    if (this.#shareClaimed) return 'already_claimed';
    this.#shareClaimed = true;
    this.#shared = true;
    this.#credit(TERMS.share);
    return 'ok';
  }

  addViews(): Outcome {
    if (this.#watched.size < TERMS.dailyLimit + this.#extraViews) return 'limit_not_reached';
    if (!this.#shared) return 'no_share_today';
    if (this.#extraTimes >= TERMS.extraTimes) return 'no_extra_left';
    this.#extraTimes += 1;
    this.#extraViews += TERMS.extraViews;
    return 'ok';
  }

  task(): Outcome {
    if (this.#taskDone) return 'already_claimed';
    this.#taskDone = true;
    this.#credit(TERMS.task);
    return 'ok';
  }

  welcome(): Outcome {
    if (this.#welcomed) return 'empty';
    this.#welcomed = true;
    this.#credit(TERMS.registration);
    this.inviters.forEach((inviter, level) => {
      const percent = TERMS.commissions[level] ?? 0n;
      inviter.await((TERMS.registration * percent) / 100n);
    });
    this.inviters[0]?.await(TERMS.invite);
    return 'ok';
  }

  withdraw(amount: bigint): Outcome {
    if (amount < TERMS.minWithdrawal) return 'amount_too_small';
    if (this.held > 0n) return 'pending_exists';
    if (amount > this.available) return 'amount_exceeds_balance';
    this.available -= amount;
    this.held = amount;
    this.version += 1n;
    return 'ok';
  }

  approve(): Outcome {
    if (this.held === 0n) return 'nothing';
    this.debited += this.held;
    this.held = 0n;
    this.version += 1n;
    return 'ok';
  }

  reject(): Outcome {
    if (this.held === 0n) return 'nothing';
    this.available += this.held;
    this.held = 0n;
    this.version += 1n;
    return 'ok';
  }
}
