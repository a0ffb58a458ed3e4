import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { withDiskTimeout } from './disk-timeout.ts';

/** A disk with at most this free share is reported. */
const LITTLE = 0.1;
/** A disk is reported again only after its free share was this large, and not each minute around the limit. */
const ENOUGH = 0.15;

type Statfs = (path: string) => Promise<Pick<StatsFs, 'bavail' | 'bfree' | 'blocks'>>;

/** Watches the free share of the disks that the server writes to. */
export class DiskSpace {
  /** free shares from 0 to 1, by the place's name, as last read */
  readonly left = new Map<string, number>();
  readonly #places: Readonly<Record<string, string>>;
  readonly #tell: (message: string) => void;
  readonly #statfs: Statfs;
  readonly #told = new Set<string>();

  /**
   * @param places folders by name
   * @param tell reports once that little is left
   */
  constructor(
    places: Readonly<Record<string, string>>,
    tell: (message: string) => void,
    look: Statfs = statfs,
  ) {
    this.#places = places;
    this.#tell = tell;
    this.#statfs = look;
  }

  async look(): Promise<void> {
    const news: string[] = [];
    for (const [place, path] of Object.entries(this.#places)) {
      const share = await this.#shareOf(path);
      if (share === null) {
        this.left.delete(place);
        continue;
      }
      this.left.set(place, share);
      if (share >= ENOUGH) this.#told.delete(place);
      if (share > LITTLE || this.#told.has(place)) continue;
      this.#told.add(place);
      news.push(`${Math.floor(share * 1000) / 10}% is left for ${place} (${path})`);
    }
    if (news.length > 0) this.#tell(`the disk is nearly full: ${news.join(', ')}`);
  }

  /** Computes as `df` does: space that only root may use is not free. @returns null when it is unknown */
  async #shareOf(path: string): Promise<number | null> {
    const found = await withDiskTimeout(path, () => this.#statfs(path)).catch(() => null);
    const usable = found ? found.blocks - found.bfree + found.bavail : 0;
    return found && usable > 0 ? found.bavail / usable : null;
  }
}
