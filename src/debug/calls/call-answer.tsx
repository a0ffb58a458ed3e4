import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Call } from '../../../contract/call.ts';
import type { CallFailure } from '../../../contract/failure.ts';
import type { CallEnd, debugCallMachine } from '../../../machines/debug-call.machine.ts';
import { selectEnd, selectIsSending, selectKey } from '../../../machines/debug-call.selectors.ts';
import { failureText } from '../../i18n/refusals.ts';
import { Json } from '../../ui/code.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { masked } from '../masked.ts';

/** Actor of a form; undefined before the form's first submission. */
export type CallActor = ActorRefFrom<typeof debugCallMachine> | undefined;

/** The envelope's `code`; null without an envelope. */
function codeOf(failure: CallFailure): number | null {
  if (failure.kind === 'refused') return 0;
  if (failure.kind === 'sessionEnded') return failure.code;
  return failure.kind === 'faulted' ? failure.status : null;
}

interface CallAnswerProps {
  actor: CallActor;
  call: Call;
  title: string;
}

/** The answer of a call, read out when it arrives. */
export function CallAnswer({ actor, call, title }: CallAnswerProps) {
  const isSending = useSelector(actor, selectIsSending);
  const end = useSelector(actor, selectEnd);
  const key = useSelector(actor, selectKey);
  return (
    <section className="stack call-answer" aria-label={`Answer: ${title}`} aria-live="polite">
      {isSending ? <p className="card-note">Sending…</p> : null}
      {end ? (
        <>
          <Verdict end={end} />
          {call.method === 'POST' ? (
            <p className="card-note">
              Idempotency key <span className="workbench-mono">{key}</span>
            </p>
          ) : null}
          {end.requestId ? (
            <p className="card-note">
              Request <span className="workbench-mono">{end.requestId}</span>
            </p>
          ) : null}
          <Body {...end} />
        </>
      ) : null}
    </section>
  );
}

function Verdict({ end: { outcome, tookMs } }: { end: CallEnd }) {
  const { i18n } = useLingui();
  const isGood = outcome.kind === 'answered';
  const code = isGood ? 1 : codeOf(outcome.failure);
  return (
    <p className="call-verdict">
      <span className={`badge ${isGood ? 'badge-good' : 'badge-harm'}`}>
        {code === null ? 'No answer' : `Code ${code}`}
      </span>
      {isGood ? 'Success.' : i18n._(failureText(outcome.failure))}
      {tookMs === null ? null : <span className="card-note">{tookMs} ms</span>}
    </p>
  );
}

function Body({ outcome }: CallEnd) {
  const [isOpen, setOpen] = useState(false);
  const body = outcome.kind === 'answered' ? outcome.data : outcome.failure;
  const safe = masked(body);
  const hasSecrets = JSON.stringify(safe) !== JSON.stringify(body);
  return (
    <>
      <Json label="Answer" value={isOpen ? body : safe} />
      {hasSecrets ? (
        <Checkbox
          label="Show secrets"
          checked={isOpen}
          onChange={(event) => setOpen(event.currentTarget.checked)}
        />
      ) : null}
    </>
  );
}
