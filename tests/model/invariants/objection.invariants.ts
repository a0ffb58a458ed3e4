import { formInvariants, refusalInvariant, sheetInvariants } from './form.parts.ts';
import { type Invariants, invariant, type Run } from './invariant.ts';

/** Returns the objection of the pressed item, from its list or from an earlier answer. */
const knownOf = ({ event, known }: Run) =>
  event.item.objection ??
  (event.item.kind === known.item.kind && event.item.id === known.item.id
    ? known.item.objection
    : null);

export const objection: Invariants = {
  invariants: [
    ...formInvariants({ besides: ({ context: { item } }) => ({ kind: item.kind, id: item.id }) }),
    refusalInvariant(),
    ...sheetInvariants('objection.pressed', ['sent', 'told'], (run) =>
      knownOf(run) ? 'told' : 'editing',
    ),
    invariant(
      'the notice that the objection was taken is shown, with the server’s answer',
      (run) => run.gets('sendForm'),
      (run) => run.is('sent') && run.context.item.objection === run.event.output,
    ),
    invariant(
      'objection.made is sent once, after the server has taken the objection',
      (run) => run.gets('sendForm') || run.tells('objection.made').length > 0,
      (run) => run.gets('sendForm') && run.tells('objection.made').length === 1,
    ),
    invariant(
      'a reopened sheet is about the pressed item, with its known objection',
      (run) => run.was('closed') && run.on('objection.pressed'),
      (run) =>
        run.context.item.kind === run.event.item.kind &&
        run.context.item.id === run.event.item.id &&
        run.context.item.objection === knownOf(run),
    ),
    invariant(
      'an open sheet stays about the item that it was opened for',
      (run) => !run.was('closed') && run.on('objection.pressed'),
      (run) => run.context.item === run.known.item,
    ),
    invariant(
      'an objection is made once',
      (run) => run.was('told', 'sent') && run.on('fields.submitted'),
      (run) => run.begins('sendForm').length === 0,
    ),
  ],
};
