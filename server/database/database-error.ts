/** The database is unusable; the message is one line for the person who starts the server. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** Takes the first line of the message: the driver's messages may have several, or none. */
export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { code, message } = error as { code?: string; message?: string };
  const why = message?.split('\n')[0] || code || 'unknown reason';
  return new DatabaseError(`the database cannot be used: ${why}`);
}
