import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { OpenSession } from '../../../contract/session.calls.ts';
import { selectEnded, selectEnding, selectSessions } from '../../../machines/sessions.selectors.ts';
import { selectRefusal } from '../../../machines/sheet.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { failureText } from '../../i18n/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { icon } from '../../ui/icon.tsx';
import { isolate } from '../../ui/isolate.ts';
import { focusIfLost } from '../../ui/lost-focus.ts';
import './session-list.css';

const PhoneIcon = icon(
  <>
    <rect x="7" y="3" width="10" height="18" rx="2.25" />
    <path d="M11 17.75h2" />
  </>,
);
const ComputerIcon = icon(
  <>
    <rect x="4.75" y="5" width="14.5" height="10.5" rx="1.75" />
    <path d="M2.75 18.75h18.5" />
  </>,
);

/** Handheld systems, by the server's names. */
const handheld: readonly (string | null)[] = ['Android', 'iOS', 'Windows Phone', 'HarmonyOS'];

/** Each session with its device; buttons end the sessions of other devices. */
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

/** Scrolls to a message above a list that may be longer than the screen, and moves a lost focus to it. */
function lead(message: HTMLElement | null): void {
  message?.scrollIntoView({ block: 'center' });
  focusIfLost(message);
}

/** Outcome of the last press of a button. */
function Outcome() {
  const { t } = useLingui();
  const actor = useChild('sessions');
  const ended = useSelector(actor, selectEnded);
  const refusal = useSelector(actor, selectRefusal);
  if (refusal) return <FormError error={failureText(refusal)} ref={lead} />;
  if (ended === undefined) return null;
  // the pressed button is no longer mounted
  return (
    <p className="message" role="status" tabIndex={-1} ref={lead}>
      {ended === null
        ? t`All your other devices are logged out.`
        : t({
            message: 'That device is logged out.',
            comment: 'After a press on “Log out” beside one device of several.',
          })}
    </p>
  );
}

/** A device's name: browser and system, as far as known. */
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
  const Icon = handheld.includes(session.system) ? PhoneIcon : ComputerIcon;
  return (
    <li className="row session">
      <Icon />
      <div className="session-words">
        <span id={id} className="session-name">
          <DeviceName {...session} />
        </span>
        <Times {...session} />
        {session.here ? null : (
          <Button
            look="tonal"
            className="button-small"
            busy={ending === session.session}
            aria-describedby={id}
            onClick={() => actor.send({ type: 'end.pressed', session: session.session })}
          >
            {t`Log out`}
          </Button>
        )}
      </div>
    </li>
  );
}

/** The server stores the use of a session once an hour, so minutes would be false precision. */
const TO_THE_HOUR = { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric' } as const;

/** Start and country of a session, and its last use. */
function Times({ here, country, created_at, seen_at }: OpenSession) {
  const { t, i18n } = useLingui();
  const begun = isolate(i18n.date(created_at, { dateStyle: 'medium', timeStyle: 'short' }));
  const used = isolate(i18n.date(seen_at, TO_THE_HOUR));
  const names = new Intl.DisplayNames(i18n.locale, { type: 'region', fallback: 'code' });
  return (
    <>
      {here ? <strong className="session-here">{t`This device`}</strong> : null}
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
