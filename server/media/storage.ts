/** Where the operator's media are kept. A file never changes under its name, and is there whole or not at all. */
export interface MediaStorage {
  /**
   * Keeps a file under a name.
   * @param path of a draft, which may be moved
   * @returns false: a file of that name is there already
   */
  put(name: string, path: string): Promise<boolean>;
  /**
   * A file as one of this machine.
   * @param draft where it is copied to, if it has to be
   * @returns null: there is none of that name
   */
  fetch(name: string, draft: () => Promise<string>): Promise<string | null>;
  /** What is not there is removed already. */
  remove(name: string): Promise<void>;
}
