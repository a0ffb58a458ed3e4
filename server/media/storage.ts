/** Abort signal and progress report of a long transfer. */
export interface Transfer {
  readonly signal?: AbortSignal | undefined;
  readonly report?: ((step: string, share?: number) => void) | undefined;
}

/** A stored file. */
export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  /** time of its last change */
  readonly at: Date;
}

/** Store of the operator's media. A file never changes under its name, and exists whole or not at all. */
export interface MediaStorage {
  /**
   * Stores a file under a name.
   * @param path of a draft, which may be moved
   * @returns false: a file with that name exists already
   */
  put(name: string, path: string, transfer?: Transfer): Promise<boolean>;
  /**
   * Returns a path on this machine.
   * @param draft makes the path to download to, if needed
   * @returns null: the bucket has no such file; a path on the disk is returned unchecked
   */
  fetch(name: string, draft: () => Promise<string>, transfer?: Transfer): Promise<string | null>;
  has(name: string): Promise<boolean>;
  /** Lists all stored files, without hidden ones. */
  list(transfer?: Transfer): Promise<StoredFile[]>;
  /** Removes a file, if it exists. */
  remove(name: string): Promise<void>;
  /** null: the server sends the files itself, so that it can refuse them */
  readonly elsewhere: ExternalStore | null;
}

/** Operations of a store that sends the files itself. */
export interface ExternalStore {
  /** base URL for browsers, no slash at the end */
  readonly publicUrl: string;
  /** Makes a file unreadable for others. @param hidden a secret name */
  hide(name: string, hidden: string): Promise<void>;
  /** Restores the file; may be repeated. */
  show(name: string, hidden: string): Promise<void>;
  /** Removes the file under both names. */
  erase(name: string, hidden: string): Promise<void>;
  /** Aborts uploads that began before this time and were not finished. */
  abortUploads(before: Date): Promise<void>;
}

/** A request to the media store failed; the message is a line for the operator. */
export class MediaError extends Error {
  override readonly name = 'MediaError';
}
