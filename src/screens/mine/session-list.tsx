import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { OpenSession } from '../../../contract/session.calls.ts';
import {
  selectEnded,
  selectEnding,
  selectRefusal,
  selectSessions,
} from '../../../machines/sessions.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { failureText } from '../../i18n/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { isolate } from '../../ui/isolate.ts';
import { focusIfLost } from '../../ui/lost-focus.ts';

/** Each device, and what ends its session. */
export function SessionList() {
  const { t } = useLingui();
  const actor = useChild('sessions');
  const sessions = useSelector(actor, selectSessions);
  const isEndingOthers = useSelector(actor, selectEnding) === null;
  const hasOthers = sessions.some(({ here }) => !here);
  return (
    <>
      <Outcome />
      <ul className="rows">
        {sessions.map((each) => (
          <OneSession key={each.session} {...each} />
        ))}
      </ul>
      {hasOthers ? (
        <Button
          wide
          look="tonal"
          busy={isEndingOthers}
          onClick={() => actor.send({ type: 'end.pressed', session: null })}
        >
          {t({ message: 'Log out all other devices', comment: 'Button (verb).' })}
        </Button>
      ) : (
        <p className="card-note">{t`You are not logged in anywhere else.`}</p>
      )}
    </>
  );
}

/** What became of the last press. */
function Outcome() {
  const { t, i18n } = useLingui();
  const actor = useChild('sessions');
  const ended = useSelector(actor, selectEnded);
  const refusal = useSelector(actor, selectRefusal);
  if (refusal) {
    return (
      <p className="field-error" role="alert">
        {i18n._(failureText(refusal))}
      </p>
    );
  }
  if (ended === undefined) return null;
  // the button that was pressed has gone
  return (
    <p className="said" role="status" tabIndex={-1} ref={focusIfLost}>
      {ended === null
        ? t`All your other devices are logged out.`
        : t({
            message: 'That device is logged out.',
            comment: 'After a press on “Log out” beside one device of several.',
          })}
    </p>
  );
}

/** As people call it: by its browser and its system, as far as they are known. */
function DeviceName(device: Pick<OpenSession, 'browser' | 'system'>) {
  const { t } = useLingui();
  if (!device.browser || !device.system) {
    return <bdi>{device.browser ?? device.system ?? t`Unknown device`}</bdi>;
  }
  const browser = isolate(device.browser);
  const system = isolate(device.system);
  return t({
    message: `${browser} on ${system}`,
    comment: '{browser}: such as Chrome. {system}: such as Android.',
  });
}

function OneSession(session: OpenSession) {
  const { t } = useLingui();
  const id = useId();
  const actor = useChild('sessions');
  const ending = useSelector(actor, selectEnding);
  return (
    <li className="row">
      <span className="row-main">
        <span id={id}>
          <DeviceName {...session} />
        </span>
        <Times {...session} />
      </span>
      {session.here ? null : (
        <Button
          look="tonal"
          busy={ending === session.session}
          aria-describedby={id}
          onClick={() => actor.send({ type: 'end.pressed', session: session.session })}
        >
          {t`Log out`}
        </Button>
      )}
    </li>
  );
}

/** Since when and from where, and when it was last heard of. */
function Times({ here, country, created_at, seen_at }: OpenSession) {
  const { t, i18n } = useLingui();
  const at = (time: string) =>
    isolate(i18n.date(time, { dateStyle: 'medium', timeStyle: 'short' }));
  const begun = at(created_at);
  const used = at(seen_at);
  const names = new Intl.DisplayNames(i18n.locale, { type: 'region', fallback: 'code' });
  return (
    <>
      {here ? (
        <span className="row-note">
          <strong>{t`This device`}</strong>
        </span>
      ) : null}
      <span className="row-note">
        {t({ message: `Logged in: ${begun}`, comment: '{begun}: a date with a time.' })}
        {country ? (
          <>
            {' · '}
            <bdi>{names.of(country)}</bdi>
          </>
        ) : null}
      </span>
      {here ? null : (
        <span className="row-note">
          {t({ message: `Last used: ${used}`, comment: '{used}: a date with a time.' })}
        </span>
      )}
    </>
  );
}
