import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { type SubmitEvent, useId } from 'react';
import type { Passkey } from '../../../contract/passkey.calls.ts';
import { MAX_PASSKEY_NAME } from '../../../contract/passkeys.ts';
import { selectIsBusy } from '../../../machines/form.selectors.ts';
import {
  selectFault,
  selectHasRoom,
  selectPasskeys,
  selectRemoving,
  selectRenaming,
} from '../../../machines/passkeys.selectors.ts';
import { selectState } from '../../../machines/sheet.selectors.ts';
import { failureText } from '../../i18n/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { isolate } from '../../ui/isolate.ts';
import { focusIfLost } from '../../ui/lost-focus.ts';
import { PasskeyIcon } from '../../ui/passkey-icon.tsx';
import { useChild } from '../system/use-child.ts';
import { passkeyNotAdded } from './passkey-errors.ts';
import './passkeys.css';

/** The member's passkeys, and the button that adds another one. */
export function PasskeyList() {
  const { t } = useLingui();
  const actor = useChild('passkeys');
  const passkeys = useSelector(actor, selectPasskeys);
  const hasRoom = useSelector(actor, selectHasRoom);
  return (
    <>
      <p className="card-note">
        {t({
          message:
            'With a passkey you log in by your finger, your face or the PIN of your device, without your password.',
          comment: 'Passkey: as browsers and phones call it in your language.',
        })}
      </p>
      <Outcome />
      {passkeys.length > 0 ? (
        <ul className="rows">
          {passkeys.map((each) => (
            <OnePasskey key={each.passkey} {...each} />
          ))}
        </ul>
      ) : null}
      {hasRoom ? (
        <Button wide onClick={() => actor.send({ type: 'add.pressed' })}>
          {t({
            message: 'Add a passkey',
            comment:
              'Button (verb): the browser then asks for a finger, face or PIN. Passkey: as browsers and phones call it in your language.',
          })}
        </Button>
      ) : (
        <p className="card-note">{t`You have as many passkeys as you can. Remove one to add another.`}</p>
      )}
    </>
  );
}

/** Outcome of the last press of a button, which takes the focus if the button has disappeared. */
function Outcome() {
  const { t } = useLingui();
  const actor = useChild('passkeys');
  const state = useSelector(actor, selectState);
  const fault = useSelector(actor, selectFault);
  if (fault) {
    return <FormError error={passkeyNotAdded(fault) ?? failureText(fault)} ref={focusIfLost} />;
  }
  const message = {
    added: t`The passkey was added.`,
    removed: t({
      message: 'The passkey was removed. Your device may still offer it: delete it there, too.',
      comment: 'It no longer logs in, but the device still keeps it.',
    }),
    unmade: t`No passkey was added.`,
  }[state as string];
  return message ? (
    <p className="message" role="status" tabIndex={-1} ref={focusIfLost}>
      {message}
    </p>
  ) : null;
}

function useNameOf(name: string) {
  const { t } = useLingui();
  return (
    name || t({ message: 'Passkey', comment: 'In the place of the name of one without a name.' })
  );
}

function OnePasskey(passkey: Passkey) {
  const isNamed = useSelector(useChild('passkeys'), selectRenaming) === passkey.passkey;
  return (
    <li className="row passkey">
      <PasskeyIcon />
      <div className="passkey-words">
        {isNamed ? <NameForm {...passkey} /> : <PasskeyDetails {...passkey} />}
      </div>
    </li>
  );
}

function PasskeyDetails({ passkey, name, created_at, used_at }: Passkey) {
  const { t, i18n } = useLingui();
  const id = useId();
  const actor = useChild('passkeys');
  const isRemoving = useSelector(actor, selectRemoving) === passkey;
  const at = (time: string) => isolate(i18n.date(time, { dateStyle: 'medium' }));
  const added = at(created_at);
  const used = used_at && at(used_at);
  return (
    <>
      <span id={id} className="passkey-name">
        <bdi>{useNameOf(name)}</bdi>
      </span>
      <span className="row-note">
        {t({ message: `Added: ${added}`, comment: '{added}: a date.' })}
        {used ? (
          <>
            {' · '}
            {t({ message: `Last used: ${used}`, comment: '{used}: a date with a time.' })}
          </>
        ) : null}
      </span>
      <div className="passkey-buttons">
        <Button
          look="tonal"
          className="button-small"
          aria-describedby={id}
          onClick={() => actor.send({ type: 'name.pressed', passkey })}
        >
          {t({ message: 'Rename', comment: 'Button (verb): give a passkey another name.' })}
        </Button>
        <Button
          look="tonal"
          className="button-small"
          busy={isRemoving}
          aria-describedby={id}
          onClick={() => actor.send({ type: 'remove.pressed', passkey })}
        >
          {t({ message: 'Remove', comment: 'Button (verb): a passkey no longer logs in.' })}
        </Button>
      </div>
    </>
  );
}

function NameForm({ name }: Passkey) {
  const { t } = useLingui();
  const actor = useChild('passkeys');
  const isBusy = useSelector(actor, selectIsBusy);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('name') ?? '');
    actor.send({ type: 'name.submitted', name: typed });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Field
        label={t({ message: 'Name', comment: 'Of a passkey, as its owner calls it.' })}
        name="name"
        dir="auto"
        required
        autoFocus
        maxLength={MAX_PASSKEY_NAME}
        autoComplete="off"
        defaultValue={useNameOf(name)}
        enterKeyHint="done"
      />
      <div className="passkey-buttons">
        <Button type="submit" className="button-small" busy={isBusy}>
          {t`Save`}
        </Button>
        {isBusy ? null : (
          <Button
            look="tonal"
            className="button-small"
            onClick={() => actor.send({ type: 'back.pressed' })}
          >
            {t`Cancel`}
          </Button>
        )}
      </div>
    </form>
  );
}
