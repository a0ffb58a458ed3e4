import type { CallFields } from '../../../machines/debug-call.machine.ts';
import { JsonInput, readJson } from '../workbench.tsx';
import type { FormDescription } from './call-fields.ts';

const NAME = 'json';

/** Initial text of the JSON field: every field, with the schema's defaults. */
export function jsonOf({ fixed, fields }: FormDescription): string {
  const start = fields.map(({ name, kind, initial }) => [
    name,
    kind === 'flag' ? false : kind === 'number' && initial !== '' ? Number(initial) : initial,
  ]);
  return JSON.stringify({ ...fixed, ...Object.fromEntries(start) }, null, 2);
}

/** The fields of a form in JSON. */
export function fieldsOfJson(filled: Pick<FormData, 'get'>): {
  fields: CallFields;
  problems: Record<string, string>;
} {
  const read = readJson(String(filled.get(NAME) ?? ''));
  if ('problem' in read) return { fields: {}, problems: { [NAME]: read.problem } };
  return { fields: { ...read.object }, problems: {} };
}

interface JsonFieldProps {
  initial: string;
  problems: Readonly<Record<string, string>>;
}

/** All fields as one JSON text, as on the wire; fields that the call does not have are shown as problems. */
export function JsonField({ initial, problems }: JsonFieldProps) {
  const lines = Object.entries(problems)
    // an unreadable JSON text has no fields, so errors of missing fields are left out
    .filter(([name]) => name === NAME || !(NAME in problems))
    .map(([name, why]) => (name === NAME || why.startsWith(name) ? why : `${name}: ${why}`));
  return <JsonInput label="Fields as JSON" name={NAME} initial={initial} problems={lines} />;
}
