import * as v from 'valibot';
import type { Call } from '../../../contract/call.ts';
import type { CallFields } from '../../../machines/debug-call.machine.ts';

/** One field of a form, as the call's own schema describes it. */
export interface FieldDescription {
  name: string;
  kind: 'text' | 'number' | 'flag' | 'choice';
  isOptional: boolean;
  isSecret: boolean;
  /** what the schema fills in; empty where it fills in nothing */
  initial: string;
  /** of a `choice` */
  choices: readonly string[];
}

/** One of the forms that a call takes: most have one, `checkIn` has one for each `tab`. */
export interface FormDescription {
  /** what tells this form from the others; goes with every send */
  fixed: CallFields;
  fields: readonly FieldDescription[];
}

/** What all of Valibot's schemas that the contract is made of have, or may have. */
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

/** A query or a form carries text; a number that may be text too is a number to a person. */
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

/** The forms of a call, read from what it takes. */
export function formsOf({ takes }: Call): FormDescription[] {
  // the contract's schemas are Valibot's: their parts can be read
  const shape = takes as unknown as Shape;
  if (shape.type === 'variant') return (shape.options ?? []).filter(isShape).map(formOf);
  return [formOf(shape)];
}

/** Whatever can be asked for what was filled in; a `FormData` is one. */
export type Filled = Pick<FormData, 'get' | 'has'>;

/** What was filled in, as JSON would carry it; an optional field that was left out is left out. */
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
  // Valibot's own messages all begin so, the contract's never
  return `Expected: ${message.startsWith('Invalid ') ? expected : message}.`;
}

/** What the contract does not accept, by field; empty when it may be sent. */
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
    // flat fields; Valibot's own reader of paths would be part of the first load
    const name = String(issue.path?.[0].key ?? '');
    const value = fields[name];
    const isEmpty = value === undefined || value === '';
    problems[name] ??= isEmpty ? `${name} is required.` : whyIssue(issue);
  }
  return problems;
}
