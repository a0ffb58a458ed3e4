/** What can break off a long transfer, and hears how far it is. */
export interface Transfer {
  readonly signal?: AbortSignal | undefined;
  readonly report?: ((step: string, share?: number) => void) | undefined;
}

/** A file that is kept, whole. */
export interface KeptFile {
  readonly name: string;
  readonly bytes: number;
  /** since when */
  readonly at: Date;
}

/** Where the operator's media are kept. A file never changes under its name, and is there whole or not at all. */
export interface MediaStorage {
  /**
   * Keeps a file under a name.
   * @param path of a draft, which may be moved
   * @returns false: a file of that name is there already
   */
  put(name: string, path: string, transfer?: Transfer): Promise<boolean>;
  /**
   * A file as one of this machine.
   * @param draft where it is copied to, if it has to be
   * @returns null: there is none of that name
   */
  fetch(name: string, draft: () => Promise<string>, transfer?: Transfer): Promise<string | null>;
  has(name: string): Promise<boolean>;
  /** All that is kept, not what was hidden. */
  list(transfer?: Transfer): Promise<KeptFile[]>;
  /** What is not there is removed already. */
  remove(name: string): Promise<void>;
  /** null: the server sends the files itself, so that it can refuse them */
  readonly elsewhere: Elsewhere | null;
}

/** What only a store has that sends the files itself. */
export interface Elsewhere {
  /** where people fetch them, no slash at the end */
  readonly publicUrl: string;
  /** Takes a file out of everybody's reach. @param hidden the name under which nobody looks for it */
  hide(name: string, hidden: string): Promise<void>;
  /** Brings it back, as often as it is asked for. */
  show(name: string, hidden: string): Promise<void>;
  /** Removes it under both names. */
  erase(name: string, hidden: string): Promise<void>;
  /** Gives up uploads that nobody has gone on with since. */
  endUploads(before: Date): Promise<void>;
}

/** Why a store of media does not do what it is asked for: a line for the operator. */
export class MediaError extends Error {
  override readonly name = 'MediaError';
}
