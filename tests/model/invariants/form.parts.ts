import { type Invariant, invariant, type Run } from './invariant.ts';

type Fields = Record<string, string>;

interface Form {
  /** fields that are sent in addition to the form's */
  besides?: (run: Run) => Fields;
  /** further states in which the form can be submitted */
  again?: string | readonly string[];
  missingIn?: (fields: Fields) => string[];
}

const emptyOf = (fields: Fields) =>
  Object.keys(fields).filter((field) => fields[field]?.trim() === '');

const isSame = (one: Fields, other: Fields) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

/** Invariants of every form. */
export function formInvariants({ besides, again, missingIn = emptyOf }: Form = {}): Invariant[] {
  const fieldsOf = ({ event }: Run) => event.fields as Fields;
  const isSubmitted = (run: Run) => run.on('fields.submitted');
  const isTaken = (run: Run) =>
    isSubmitted(run) && run.was('editing', 'incomplete', 'refused', ...[again ?? []].flat());
  const isWhole = (run: Run) => missingIn(fieldsOf(run)).length === 0;
  return [
    invariant(
      'only a submitted, complete form is sent',
      (run) => run.begins('sendForm').length > 0,
      (run) =>
        isTaken(run) &&
        isWhole(run) &&
        isSame(run.given<Fields>('sendForm'), { ...fieldsOf(run), ...besides?.(run) }),
    ),
    invariant(
      'a complete form is sent at once, one call at a time',
      (run) => isTaken(run) && isWhole(run),
      (run) => run.is('sending') && run.begins('sendForm').length === 1,
    ),
    invariant(
      'an incomplete form is not sent, and shows the missing fields',
      (run) => isTaken(run) && !isWhole(run),
      (run) =>
        run.is('incomplete') &&
        run.begins('sendForm').length === 0 &&
        run.context.missing.join() === missingIn(fieldsOf(run)).join(),
    ),
    invariant(
      'typed texts are not stored in the machine',
      (run) => isSubmitted(run) && isWhole(run),
      (run) => {
        const typed = Object.values(fieldsOf(run)).filter((text) => text !== '');
        return !typed.some((text) => JSON.stringify(run.context).includes(text));
      },
    ),
  ];
}

/** @param isMeant the failures to which the invariant applies */
export const refusalInvariant = (isMeant: (run: Run) => boolean = () => true) =>
  invariant(
    'a failed call shows its reason, and the form can be sent again',
    (run) => run.loses('sendForm') && isMeant(run),
    (run) => run.is('refused') && run.context.failure.kind === run.event.error.kind,
  );

/** States of a form from the request for a proof until the form is submitted again. */
export const whileProving = ['proving', 'proven'] as const;

const isAsked = (run: Run) => run.event.error.reason === 'proof_too_old';

/** Invariants of each form whose call may require a proof of identity. */
export const provenFormInvariants = (): Invariant[] => [
  ...formInvariants({ again: whileProving }),
  refusalInvariant((run) => !isAsked(run)),
  ...provingInvariants('sendForm', 'proven', 'editing'),
];

/** Invariants of a call that is refused until the person proves the identity. */
export const provingInvariants = (call: string, given: string, declined: string): Invariant[] => [
  invariant(
    'a call that needs a proof of identity leads to the proof, without a failure',
    (run) => run.loses(call) && isAsked(run),
    (run) => run.is('proving'),
  ),
  invariant(
    'a given proof repeats the call, a declined one does nothing',
    (run) => run.was('proving') && run.on('proof.ended'),
    (run) => run.is(run.event.isGiven ? given : declined),
  ),
];

/** Invariants of each form on a sheet that a press opens. */
export const sheetInvariants = (
  opened: string,
  done: string | readonly string[],
  /** the state after the press */
  opensIn: (run: Run) => string = () => 'editing',
): Invariant[] => [
  invariant(
    'the sheet cannot be closed while its call is sending',
    (run) => run.was('sending') && run.on('dialog.closed'),
    (run) => run.is('sending'),
  ),
  invariant(
    'the sheet closes when the person closes it, and only then',
    (run) =>
      (run.was('editing', 'incomplete', 'refused', ...[done].flat()) && run.on('dialog.closed')) ||
      (run.is('closed') && !run.was('closed')),
    (run) => run.on('dialog.closed') && run.is('closed'),
  ),
  invariant(
    'a press opens the sheet',
    (run) => run.was('closed') && run.on(opened),
    (run) => run.is(opensIn(run)),
  ),
];

/** A new password may have ended the session of this device. */
export const sessionInvariant = invariant(
  'the session of this device is checked once, when the person leaves after a new password',
  (run) => run.does('checkSession').length > 0 || (run.was('done') && run.on('login.pressed')),
  (run) => run.was('done') && run.on('login.pressed') && run.does('checkSession').length === 1,
);
