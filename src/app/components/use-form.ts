import { useSelector } from '@xstate/react';
import type { SubmitEvent } from 'react';
import type { ActorRef, Snapshot } from 'xstate';
import {
  type FormSnapshot,
  selectIsBusy,
  selectMissing,
} from '../../../machines/form.selectors.ts';
import type { Fields, Submitted } from '../../../machines/form.ts';
import { selectRefusal } from '../../../machines/sheet.selectors.ts';
import type { FormErrors } from '../../i18n/form-errors.ts';
import { useFirstBadField } from '../../ui/first-bad-field.ts';

type FormActor<Field extends string> = Pick<
  ActorRef<FormSnapshot<Field> & Snapshot<unknown>, Submitted<Field>>,
  'send' | 'subscribe' | 'getSnapshot'
>;

type ErrorsOf<Field extends string> = (
  ...found: [readonly Field[], ReturnType<typeof selectRefusal>]
) => FormErrors<Field>;

/**
 * A form of an actor: its errors, and the attributes of the `form` element, whose fields have the machine's field
 * names.
 */
export function useForm<Field extends string>(
  actor: FormActor<Field>,
  errorsOf: ErrorsOf<NoInfer<Field>>,
) {
  const missing = useSelector(actor, selectMissing<Field>);
  const refusal = useSelector(actor, selectRefusal);
  const isBusy = useSelector(actor, selectIsBusy<Field>);
  const ref = useFirstBadField(missing, refusal);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Fields<Field>;
    actor.send({ type: 'fields.submitted', fields });
  };
  const form = { ref, onSubmit, className: 'stack', noValidate: true };
  return { errors: errorsOf(missing, refusal), isBusy, form };
}
