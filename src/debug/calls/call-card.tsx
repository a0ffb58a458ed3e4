import type { Call } from '../../../contract/call.ts';
import { summaries } from '../../../contract/summaries.ts';
import { Card } from '../../ui/card.tsx';
import { formsOf } from './call-fields.ts';
import { CallForm } from './call-form.tsx';
import { type NamedCall, titleOf } from './call-groups.ts';

/** Path, access and summary of a call. */
export function CallHead({ name, call }: NamedCall) {
  return (
    <div>
      <p className="workbench-mono">
        {call.method} {call.path}
      </p>
      <p className="card-note">{summaries[name]}</p>
    </div>
  );
}

export function AccessBadge({ access }: Pick<Call, 'access'>) {
  return <span className="badge">{access === 'public' ? 'public' : 'needs a session'}</span>;
}

/** A call with its form and its answer. */
export function CallCard({ name, call }: NamedCall) {
  const title = titleOf(name);
  return (
    <Card title={title} aside={<AccessBadge access={call.access} />}>
      <CallHead name={name} call={call} />
      {formsOf(call).map((form) => (
        <CallForm key={JSON.stringify(form.fixed)} {...{ name, call, form, title }} />
      ))}
    </Card>
  );
}
