/** Faults that change nothing that anybody could notice, by name, and why. */
export const equivalent: Readonly<Record<string, string>> = {
  'machines/limit.machine.ts:59:constant:1':
    'before there is a count nobody is out of views, and only then it is asked for',
  'machines/withdrawal/rules.ts:55:constant:2':
    'what comes after the nine of each of these scripts is no digit, and only digits are read',
  'machines/push/granted.ts:14:target:1':
    'who has left is no user any more, for whom deciding leads to waiting at once',
};
