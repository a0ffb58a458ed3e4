/** Why the database cannot be used: one line for the person who starts the server. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** Keeps the first line: the driver's messages may have several, or none at all. */
export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { code, message } = error as { code?: string; message?: string };
  const why = message?.split('\n')[0] || code || 'unknown reason';
  return new DatabaseError(`the database cannot be used: ${why}`);
}
