/** A model of the domain, as simple as possible: one object per user, without concurrency. */

import { ModelWatching } from './ledger-model.watching.ts';
import { TERMS } from './ledger-terms.ts';

export type Outcome = string;

export class ModelUser {
  available = 0n;
  held = 0n;
  credited = 0n;
  debited = 0n;
  version = 0n;
  readonly inviters: readonly ModelUser[];
  #watching = new ModelWatching();
  /** the UTC days with a paid share */
  #sharedDays = new Set<string>();
  /** the UTC day of the registration */
  #registered: string;
  #day = '';
  #extraTimes = 0;
  #shared = false;
  #taskDone = false;
  #welcomed = false;
  #videos = 0;
  /** rewards to inviters, pending until this user has watched enough */
  #brings: { readonly inviter: ModelUser; readonly amount: bigint }[] = [];
  /** rewards for friends that are not delivered yet */
  #coming: bigint[] = [];

  constructor(inviters: readonly ModelUser[], registered: string) {
    this.inviters = inviters;
    this.#registered = registered;
  }

  /** step and amount of the newest withdrawal */
  #step = 'none';
  #requested = 0n;

  debt = 0n;
  corrected = 0n;
  /** true: `version` is not compared, because rewards of one statement repay a debt in one entry */
  hasOwed = false;

  #credit(amount: bigint): void {
    if (amount === 0n) return;
    this.credited += amount;
    this.version += 1n;
    this.#regain(amount);
  }

  /** Adds to the balance, after repaying a debt. */
  #regain(amount: bigint): void {
    const repaid = amount < this.debt ? amount : this.debt;
    this.debt -= repaid;
    this.available += amount - repaid;
  }

  correct(amount: bigint): Outcome {
    if (amount > 0n) {
      this.#credit(amount);
      return 'ok';
    }
    const taken = -amount < this.available ? -amount : this.available;
    const owed = -amount - taken;
    this.available -= taken;
    this.debt += owed;
    this.corrected -= amount;
    this.hasOwed ||= owed > 0n;
    this.version += BigInt(taken > 0n) + BigInt(owed > 0n);
    return 'ok';
  }

  turnTo(day: string): void {
    if (day === this.#day) return;
    this.#day = day;
    this.#extraTimes = 0;
    this.#shared = false;
  }

  expectReward(amount: bigint): void {
    this.#coming.push(amount);
  }

  receive(): void {
    for (const amount of this.#coming) this.#credit(amount);
    this.#coming = [];
  }

  look(now: number): Outcome {
    this.#watching.look(this.#day, now);
    return 'ok';
  }

  /** Returns whether a claim of this clip would start its watch time of today. */
  servesAgain(index: number): boolean {
    return this.#watching.servesAgain(index, this.#day);
  }

  watch(index: number, now: number): Outcome {
    return this.#earn(index, this.#watching.watch(index, now));
  }

  /** Claims a clip with a time of earning. */
  claim(index: number, earned: number, now: number): Outcome {
    return this.#earn(index, this.#watching.claim(index, earned, now));
  }

  #earn(index: number, outcome: Outcome): Outcome {
    if (outcome !== 'ok') return outcome;
    this.#videos += 1;
    this.#credit(TERMS.clips[index]?.reward ?? 0n);
    this.#release();
    return outcome;
  }

  /** Claims today's share, or the share of the day that the claim names. */
  share(said = this.#day): Outcome {
    const day = said < this.#registered ? this.#registered : said;
    if (this.#sharedDays.has(day)) return 'already_claimed';
    this.#sharedDays.add(day);
    if (day === this.#day) this.#shared = true;
    this.#credit(TERMS.share);
    return 'ok';
  }

  addViews(): Outcome {
    const today = this.#watching.of(this.#day);
    if (today.watched.size < TERMS.dailyLimit + today.extraViews) return 'limit_not_reached';
    if (!this.#shared) return 'no_share_today';
    if (this.#extraTimes >= TERMS.extraTimes) return 'no_extra_left';
    this.#extraTimes += 1;
    today.extraViews += TERMS.extraViews;
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
      this.#brings.push({ inviter, amount: (TERMS.registration * percent) / 100n });
    });
    const [direct] = this.inviters;
    if (direct) this.#brings.push({ inviter: direct, amount: TERMS.invite });
    this.#release();
    return 'ok';
  }

  /** Returns the sum of the pending rewards to this user's inviters. */
  brings(): bigint {
    return this.#brings.reduce((sum, { amount }) => sum + amount, 0n);
  }

  #release(): void {
    if (this.#videos < TERMS.releaseAfter) return;
    for (const { inviter, amount } of this.#brings) inviter.expectReward(amount);
    this.#brings = [];
  }

  withdraw(amount: bigint): Outcome {
    if (amount < TERMS.minWithdrawal) return 'amount_too_small';
    if (this.held > 0n) return 'pending_exists';
    if (amount > this.available) return 'amount_exceeds_balance';
    this.available -= amount;
    this.held = amount;
    this.#step = 'pending';
    this.#requested = amount;
    this.version += 1n;
    return 'ok';
  }

  /** Changes the step of the withdrawal, without moving money. */
  #pass(from: string, to: string): Outcome {
    if (this.#step !== from) return 'nothing';
    this.#step = to;
    return 'ok';
  }

  review = () => this.#pass('pending', 'in_review');
  release = () => this.#pass('in_review', 'pending');
  send = () => this.#pass('pending', 'processing');

  #pay(from: string): Outcome {
    if (this.#step !== from) return 'nothing';
    this.#step = 'paid';
    this.debited += this.#requested;
    this.held = 0n;
    this.version += 1n;
    return 'ok';
  }

  approve = () => this.#pay('pending');
  confirm = () => this.#pay('processing');

  #giveBack(): Outcome {
    this.#step = 'over';
    this.held = 0n;
    this.version += 1n;
    this.#regain(this.#requested);
    return 'ok';
  }

  reject(): Outcome {
    const isOpen = this.#step === 'pending' || this.#step === 'in_review';
    return isOpen ? this.#giveBack() : 'nothing';
  }

  fail(): Outcome {
    return this.#step === 'processing' ? this.#giveBack() : 'nothing';
  }

  return(): Outcome {
    if (this.#step !== 'paid') return 'nothing';
    this.debited -= this.#requested;
    return this.#giveBack();
  }
}
