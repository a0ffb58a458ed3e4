import * as v from 'valibot';
import type { Call } from '../../../contract/call.ts';
import type { CallFields } from '../../../machines/debug-call.machine.ts';

/** One field of a form, according to the call's schema. */
export interface FieldDescription {
  name: string;
  kind: 'text' | 'number' | 'flag' | 'choice';
  isOptional: boolean;
  isSecret: boolean;
  /** the schema's default; empty: none */
  initial: string;
  /** the values of a `choice` */
  choices: readonly string[];
}

/** One of a call's forms: most calls have one, `checkIn` has one for each `tab`. */
export interface FormDescription {
  /** fields that identify this form; part of every submission */
  fixed: CallFields;
  fields: readonly FieldDescription[];
}

/** Properties that Valibot's schemas in the contract have, or may have. */
interface Shape {
  type: string;
  entries?: Record<string, Shape>;
  wrapped?: Shape;
  default?: unknown;
  /** schemas of a union or a variant, values of a picklist */
  options?: readonly (Shape | string)[];
  literal?: unknown;
}

const isShape = (option: Shape | string): option is Shape => typeof option !== 'string';

/** Kind of a field. A query or a form carries text; a number that may also be text is shown as a number. */
function kindOf(shape: Shape): FieldDescription['kind'] {
  if (shape.type === 'union') {
    const kinds = (shape.options ?? []).filter(isShape).map(kindOf);
    return (['flag', 'number', 'choice'] as const).find((kind) => kinds.includes(kind)) ?? 'text';
  }
  if (shape.type === 'number') return 'number';
  if (shape.type === 'boolean') return 'flag';
  return shape.type === 'picklist' ? 'choice' : 'text';
}

function fieldOf(name: string, entry: Shape): FieldDescription {
  const isOptional = entry.type === 'optional';
  const shape = entry.wrapped ?? entry;
  const initial = entry.default;
  return {
    name,
    kind: kindOf(shape),
    isOptional,
    isSecret: /password/.test(name),
    initial: initial === undefined || initial === false ? '' : String(initial),
    choices: shape.type === 'picklist' ? (shape.options ?? []).map(String) : [],
  };
}

function formOf({ entries = {} }: Shape): FormDescription {
  const all = Object.entries(entries);
  return {
    fixed: Object.fromEntries(
      all
        .filter(([, { type }]) => type === 'literal')
        .map(([name, { literal }]) => [name, literal]),
    ),
    fields: all
      .filter(([, { type }]) => type !== 'literal')
      .map(([name, entry]) => fieldOf(name, entry)),
  };
}

/** The forms of a call, from the schema of its input. */
export function formsOf({ takes }: Call): FormDescription[] {
  // the contract's schemas are Valibot's, whose parts are readable
  const shape = takes as unknown as Shape;
  if (shape.type === 'variant') return (shape.options ?? []).filter(isShape).map(formOf);
  return [formOf(shape)];
}

/** A source of a form's values; a `FormData` is one. */
export type Filled = Pick<FormData, 'get' | 'has'>;

/** The values of a form, as in JSON; empty fields are left out if they are optional or a choice. */
export function fieldsOf({ fixed, fields }: FormDescription, filled: Filled): CallFields {
  const values: CallFields = { ...fixed };
  for (const { name, kind, isOptional } of fields) {
    const text = String(filled.get(name) ?? '');
    if (kind === 'flag') values[name] = filled.has(name);
    else if (text === '' && (isOptional || kind === 'choice')) continue;
    else values[name] = kind === 'number' && /^\d{1,15}$/.test(text) ? Number(text) : text;
  }
  return values;
}

function whyIssue({ message, expected }: v.BaseIssue<unknown>): string {
  // all of Valibot's own messages begin with this word, the contract's never do
  return `Expected: ${message.startsWith('Invalid ') ? expected : message}.`;
}

/** Validation errors of a call's input by field; empty: the input is valid. */
export function problemsOf(
  call: Call,
  form: FormDescription,
  fields: CallFields,
): Record<string, string> {
  const problems: Record<string, string> = {};
  const known = new Set([...Object.keys(form.fixed), ...form.fields.map(({ name }) => name)]);
  for (const name of Object.keys(fields)) {
    if (!known.has(name)) problems[name] = `${name} is no field of this call.`;
  }
  const { issues = [] } = v.safeParse(call.takes, fields, { abortPipeEarly: true });
  for (const issue of issues) {
    // fields are flat; Valibot's own reader of paths would be part of the first load
    const name = String(issue.path?.[0].key ?? '');
    const value = fields[name];
    const isEmpty = value === undefined || value === '';
    problems[name] ??= isEmpty ? `${name} is required.` : whyIssue(issue);
  }
  return problems;
}
