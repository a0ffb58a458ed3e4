import { useId } from 'react';
import type { CallFields } from '../../../machines/debug-call.machine.ts';
import type { FormDescription } from './call-fields.ts';

const NAME = 'json';

/** What a person starts from: every field, with what the schema would fill in. */
export function jsonOf({ fixed, fields }: FormDescription): string {
  const start = fields.map(({ name, kind, initial }) => [
    name,
    kind === 'flag' ? false : kind === 'number' && initial !== '' ? Number(initial) : initial,
  ]);
  return JSON.stringify({ ...fixed, ...Object.fromEntries(start) }, null, 2);
}

/** The fields of a form that was written as JSON. */
export function fieldsOfJson(filled: Pick<FormData, 'get'>): {
  fields: CallFields;
  problems: Record<string, string>;
} {
  try {
    const fields: unknown = JSON.parse(String(filled.get(NAME) ?? ''));
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) {
      return { fields: { ...fields }, problems: {} };
    }
    return { fields: {}, problems: { [NAME]: 'Expected: an object.' } };
  } catch (error) {
    return { fields: {}, problems: { [NAME]: String(error) } };
  }
}

interface JsonFieldProps {
  initial: string;
  problems: Readonly<Record<string, string>>;
}

/** All fields at once, as they go over the wire; also such as no contract has. */
export function JsonField({ initial, problems }: JsonFieldProps) {
  const id = useId();
  const lines = Object.entries(problems)
    // without fields all that was required is missing: that says nothing more
    .filter(([name]) => name === NAME || !(NAME in problems))
    .map(([name, why]) => (name === NAME || why.startsWith(name) ? why : `${name}: ${why}`));
  return (
    <div className="field">
      <label htmlFor={id}>Fields as JSON</label>
      <div className={`field-box ${lines.length > 0 ? 'field-box-bad' : ''}`}>
        <textarea
          id={id}
          name={NAME}
          className="json-field"
          defaultValue={initial}
          rows={initial.split('\n').length + 1}
          spellCheck={false}
          autoCapitalize="none"
          aria-describedby={`${id}error`}
          aria-invalid={lines.length > 0 ? true : undefined}
        />
      </div>
      <div id={`${id}error`} aria-live="polite">
        {lines.map((line) => (
          <p key={line} className="field-error">
            {line}
          </p>
        ))}
      </div>
    </div>
  );
}
