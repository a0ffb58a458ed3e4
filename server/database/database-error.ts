/** Why the database cannot be used: one line for the person who starts the server. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}
