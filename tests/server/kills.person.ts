/** A person's expected ledger entries with one operation. */
interface Moved {
  count: number;
  sum: bigint;
}

/** A person, with the entries that were acknowledged. */
export class Person {
  readonly number: number;
  readonly moved = new Map<string, Moved>();
  /** numbers of claimed clips and advertisements, and of days with a claimed share */
  clips = 0;
  ads = 0;
  days = 0;
  isWelcomed = false;

  constructor(number: number) {
    this.number = number;
  }

  note(op: string, amount: bigint): void {
    const { count = 0, sum = 0n } = this.moved.get(op) ?? {};
    this.moved.set(op, { count: count + 1, sum: sum + amount });
  }

  sumOf(...ops: string[]): bigint {
    return ops.reduce((sum, op) => sum + (this.moved.get(op)?.sum ?? 0n), 0n);
  }

  get available(): bigint {
    const held = this.sumOf('withdrawal_held');
    const returned = this.sumOf('withdrawal_returned');
    const all = this.sumOf(...this.moved.keys()) - held - returned - this.sumOf('withdrawal_paid');
    return all - held + returned;
  }
}

/** The rewards of inviters for a friend's welcome reward: levels up, operation, amount. */
export const INVITER_REWARDS = [
  [1, 'invite', 5_000n],
  [1, 'invite_level_1_reward', 700n],
  [2, 'invite_level_2_reward', 300n],
  [3, 'invite_level_3_reward', 100n],
] as const;
