import { type Law, law, type Run } from './law.ts';

type Fields = Record<string, string>;

interface Form {
  /** what is sent beside the fields */
  besides?: (run: Run) => Fields;
  /** states beside those of each form in which it can be submitted */
  again?: string | readonly string[];
  missingIn?: (fields: Fields) => string[];
}

const emptyOf = (fields: Fields) =>
  Object.keys(fields).filter((field) => fields[field]?.trim() === '');

const isSame = (one: Fields, other: Fields) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

/** What holds for each form, whatever its fields are. */
export function formLaws({ besides, again, missingIn = emptyOf }: Form = {}): Law[] {
  const fieldsOf = ({ event }: Run) => event.fields as Fields;
  const isSubmitted = (run: Run) => run.on('fields.submitted');
  const isTaken = (run: Run) =>
    isSubmitted(run) && run.was('editing', 'incomplete', 'refused', ...[again ?? []].flat());
  const isWhole = (run: Run) => missingIn(fieldsOf(run)).length === 0;
  return [
    law(
      'nothing is sent but a whole form that was submitted',
      (run) => run.begins('sendForm').length > 0,
      (run) =>
        isTaken(run) &&
        isWhole(run) &&
        isSame(run.given<Fields>('sendForm'), { ...fieldsOf(run), ...besides?.(run) }),
    ),
    law(
      'a whole form is sent at once, and once at a time',
      (run) => isTaken(run) && isWhole(run),
      (run) => run.is('sending') && run.begins('sendForm').length === 1,
    ),
    law(
      'a form that lacks something is not sent, and says what',
      (run) => isTaken(run) && !isWhole(run),
      (run) =>
        run.is('incomplete') &&
        run.begins('sendForm').length === 0 &&
        run.context.missing.join() === missingIn(fieldsOf(run)).join(),
    ),
    law(
      'what was typed is kept nowhere',
      (run) => isSubmitted(run) && isWhole(run),
      (run) => {
        const typed = Object.values(fieldsOf(run)).filter((text) => text !== '');
        return !typed.some((text) => JSON.stringify(run.context).includes(text));
      },
    ),
  ];
}

/** Whatever goes wrong is said, and another try may be made. */
export const refusalLaw = (isMeant: (run: Run) => boolean = () => true) =>
  law(
    'why the call has failed is said, and another try may be made',
    (run) => run.loses('sendForm') && isMeant(run),
    (run) => run.is('refused') && run.context.failure.kind === run.event.error.kind,
  );

/** The states of a form that waits for a proof. */
export const whileProving = ['proving', 'proven'] as const;

const isAsked = (run: Run) => run.event.error.reason === 'proof_too_old';

/** What holds for each form whose call may ask for a proof. */
export const provenFormLaws = (): Law[] => [
  ...formLaws({ again: whileProving }),
  refusalLaw((run) => !isAsked(run)),
  ...provingLaws('sendForm', 'proven', 'editing'),
];

/** Where a call asks for a proof. */
export const provingLaws = (call: string, given: string, declined: string): Law[] => [
  law(
    'where it has to be shown whose account it is, nothing is said',
    (run) => run.loses(call) && isAsked(run),
    (run) => run.is('proving'),
  ),
  law(
    'once it was shown it goes on, and otherwise nothing is done',
    (run) => run.was('proving') && run.on('proof.ended'),
    (run) => run.is(run.event.isGiven ? given : declined),
  ),
];

/** What holds for each form on a sheet that was opened by a press. */
export const sheetLaws = (
  opened: string,
  done: string | readonly string[],
  /** where a press leads */
  opensIn: (run: Run) => string = () => 'editing',
): Law[] => [
  law(
    'the sheet is not left while it is not known what the call has done',
    (run) => run.was('sending') && run.on('dialog.closed'),
    (run) => run.is('sending'),
  ),
  law(
    'it is left by whoever wants to leave, and only then',
    (run) =>
      (run.was('editing', 'incomplete', 'refused', ...[done].flat()) && run.on('dialog.closed')) ||
      (run.is('closed') && !run.was('closed')),
    (run) => run.on('dialog.closed') && run.is('closed'),
  ),
  law(
    'a press opens it anew',
    (run) => run.was('closed') && run.on(opened),
    (run) => run.is(opensIn(run)),
  ),
];

/** A session on this device that a new password has ended is noticed. */
export const sessionLaw = law(
  'the session of this device is looked after when whoever has a new password leaves, only then',
  (run) => run.does('checkSession').length > 0 || (run.was('done') && run.on('login.pressed')),
  (run) => run.was('done') && run.on('login.pressed') && run.does('checkSession').length === 1,
);
