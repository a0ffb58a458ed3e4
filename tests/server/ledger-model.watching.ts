import { TERMS } from './ledger-terms.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The counts of a UTC day. */
interface ModelDay {
  readonly watched: Set<number>;
  /** claims of past days that arrived on this day */
  late: number;
  extraViews: number;
}

/** A paid watch: its end, and its watch time. */
interface ModelWatch {
  readonly at: number;
  readonly time: number;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The clips that one user was served, and the watches. */
export class ModelWatching {
  /** for each clip, the time of its first serving on each day */
  #served = new Map<number, number[]>();
  #watches: ModelWatch[] = [];
  /** end of the real time that watches have used up */
  #spentUntil = 0;
  #days = new Map<string, ModelDay>();

  of(day: string): ModelDay {
    const known = this.#days.get(day) ?? { watched: new Set(), late: 0, extraViews: 0 };
    this.#days.set(day, known);
    return known;
  }

  look(day: string, now: number): void {
    TERMS.clips.forEach((_, index) => {
      const isOpen = !this.of(day).watched.has(index);
      if (isOpen && this.#servedOn(index, day) === null) this.#serve(index, now);
    });
  }

  #servedOn(index: number, day: string): number | null {
    return this.#served.get(index)?.find((at) => dayOf(at) === day) ?? null;
  }

  #serve(index: number, now: number): void {
    this.#served.set(index, [...(this.#served.get(index) ?? []), now]);
  }

  servesAgain(index: number, day: string): boolean {
    return this.#served.has(index) && this.#servedOn(index, day) === null;
  }

  watch(index: number, now: number): string {
    const isOld = this.servesAgain(index, dayOf(now));
    const since = this.#servedOn(index, dayOf(now));
    const outcome = this.#decide(index, { at: now, now, since });
    if (outcome === 'too_early' && isOld) this.#serve(index, now);
    return outcome;
  }

  claim(index: number, earned: number, now: number): string {
    if (now - earned > TERMS.lateDays * DAY) return 'claim_expired';
    const served = this.#served.get(index);
    const since = served?.find((at) => dayOf(at) >= dayOf(earned - DAY)) ?? null;
    const outcome = this.#decide(index, { at: earned, now, since });
    if (outcome === 'too_early' && served && since === null) this.#serve(index, now);
    return outcome;
  }

  #decide(
    index: number,
    { at, now, since }: { at: number; now: number; since: number | null },
  ): string {
    const clip = TERMS.clips[index];
    if (!clip) return 'unknown_video';
    const day = this.of(dayOf(at));
    if (day.watched.has(index)) return 'already_rewarded';
    if (day.watched.size >= TERMS.dailyLimit + day.extraViews) return 'daily_limit_reached';
    const today = this.of(dayOf(now));
    const isLate = dayOf(at) < dayOf(now);
    if (isLate && today.late >= TERMS.lateLimit) return 'daily_limit_reached';
    const time = clip.seconds * 1000;
    if (since === null) return isLate ? 'claim_expired' : 'too_early';
    const ended = this.#firstFree(Math.max(at, since + time), time);
    if (isLate && dayOf(ended - time) > dayOf(at)) return 'claim_expired';
    if (Math.max(ended, this.#spentUntil + time) > now) return 'too_early';
    day.watched.add(index);
    if (isLate) today.late += 1;
    this.#spentUntil =
      Math.max(this.#spentUntil, now - Math.max(TERMS.burstSeconds * 1000, time)) + time;
    this.#watches.push({ at: ended, time });
    return 'ok';
  }

  /** Returns the earliest end, from `earliest` on, of a watch that overlaps no paid watch. */
  #firstFree(earliest: number, time: number): number {
    const inTheWay = this.#watches.filter(
      (other) => other.at > earliest - time && other.at - other.time < earliest,
    );
    if (inTheWay.length === 0) return earliest;
    return this.#firstFree(Math.min(...inTheWay.map((other) => other.at + time)), time);
  }
}
