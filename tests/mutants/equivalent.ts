/** Faults that change nothing that anybody could notice, by name, and why. */
export const equivalent: Readonly<Record<string, string>> = {
  'machines/push/granted.ts:14:target:1':
    'who has left is no user any more, for whom deciding leads to waiting at once',
};
