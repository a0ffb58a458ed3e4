import { Trans, useLingui } from '@lingui/react/macro';
import type { Objection } from '../../../contract/objection.ts';
import type { ObjectedItem } from '../../../machines/objection.machine.ts';
import { type Step, Timeline } from '../../ui/progress.tsx';
import { useEffects } from '../system/use-child.ts';
import { Contact } from './contact.tsx';

/** The date by which an objection is decided, and the decision if there is no answer until then. */
export function DecidedBy({ due }: { due: string }) {
  const { i18n } = useLingui();
  const date = i18n.date(due, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <Trans comment="It: an objection of the user. Say twice that it is us, who run the app, who decide and answer. {date}: a day with a time, such as 24 November 2026 at 14:05.">
      We decide it by {date}. If we do not answer by then, we decide in your favour.
    </Trans>
  );
}

/** The outcome of an objection, as its second step. */
function useOutcome({ status, decide_at, decided_at, answer }: Objection): Step {
  const { t, i18n } = useLingui();
  const { serverClock } = useEffects();
  if (status === 'open') {
    // a decision that needs two operators may be late
    const isBeforeDeadline = decide_at !== null && Date.parse(decide_at) > serverClock.nowMs();
    return {
      title: t({
        message: 'We look at it',
        comment: 'Step of an objection: it is not decided yet.',
      }),
      note: isBeforeDeadline ? <DecidedBy due={decide_at} /> : t`This takes longer than usual`,
      state: 'current',
    };
  }
  const isUpheld = status === 'upheld';
  const date = decided_at && i18n.date(decided_at, { dateStyle: 'medium', timeStyle: 'short' });
  return {
    title: isUpheld
      ? t({
          message: 'You were right',
          comment: 'Step of an objection: it was decided for the user.',
        })
      : t({
          message: 'It stays as it was',
          comment:
            'Step of an objection: it was decided against the user. It: the refusal of money.',
        }),
    note: (
      <>
        <bdi>{answer}</bdi>
        <br />
        {date}
      </>
    ),
    state: isUpheld ? 'done' : 'failed',
  };
}

interface ObjectionDetailsProps extends Pick<ObjectedItem, 'kind'> {
  objection: Objection;
}

/** An objection: its text, its outcome with the date, and the returned amount. */
export function ObjectionDetails({ kind, objection }: ObjectionDetailsProps) {
  const { t, i18n } = useLingui();
  const { text, status, created_at } = objection;
  const sent: Step = {
    title: t({ message: 'Sent', comment: 'First step of an objection (participle).' }),
    note: i18n.date(created_at, { dateStyle: 'medium', timeStyle: 'short' }),
    state: 'done',
  };
  return (
    <>
      <Timeline steps={[sent, useOutcome(objection)]} />
      {status === 'upheld' ? (
        <p className="card-note">{t`The amount is back in your balance.`}</p>
      ) : null}
      {status === 'upheld' && kind === 'withdrawal' ? (
        <p className="card-note">
          {t({
            message: 'You can withdraw it again.',
            comment: 'It: the amount, which is back in the balance.',
          })}
        </p>
      ) : null}
      <div>
        <h3 className="card-note">{t({ message: 'What you wrote', comment: 'A heading.' })}</h3>
        <p className="objection-text" dir="auto" translate="no">
          {text}
        </p>
      </div>
      {status === 'dismissed' ? <Contact /> : null}
    </>
  );
}
