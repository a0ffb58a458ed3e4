/** A name of any script, kept from turning the words around it (Unicode's isolates). */
export const isolated = (name: string): string => `\u2068${name}\u2069`;
