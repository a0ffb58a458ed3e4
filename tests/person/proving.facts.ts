const PROVEN = 'the sheet has a machine of its own: tests/browser/proving.test.ts';
const BEHIND = 'the sheet that asks for a proof covers it';

/** What that sheet leads to, of a machine whose call may ask for a proof. */
export const ofProof = (
  id: string,
  [asking, call]: readonly [string, string],
  [given, declined]: readonly [string, string],
) => ({
  [`${id}.${asking} --xstate.error.actor.${call} [needsProof]--> ${id}.proving`]: PROVEN,
  [`${id}.proving --proof.ended [isGiven]--> ${id}.${given}`]: PROVEN,
  [`${id}.proving --proof.ended--> ${id}.${declined}`]: PROVEN,
});

const closing = (id: string, state: string) => ({
  [`${id}.${state} --dialog.closed--> ${id}.closed`]: BEHIND,
});

export const ofSheetProof = (...of: Parameters<typeof ofProof>) => ({
  ...ofProof(...of),
  ...closing(of[0], 'proving'),
});

/** Of a form, which is sent again at once. */
export const ofFormProof = (id: string) => ({
  ...ofSheetProof(id, ['sending', 'sendForm'], ['proven', 'editing']),
  ...closing(id, 'proven'),
  ...Object.fromEntries(
    ['proving', 'proven'].flatMap((state) => [
      [`${id}.${state} --fields.submitted [isComplete]--> ${id}.sending`, PROVEN],
      [`${id}.${state} --fields.submitted--> ${id}.incomplete`, BEHIND],
    ]),
  ),
});
