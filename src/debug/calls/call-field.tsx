import { Checkbox, Field, Select } from '../../ui/field.tsx';
import type { FieldDescription } from './call-fields.ts';

interface CallFieldProps extends FieldDescription {
  error: string | undefined;
}

/** A field according to its schema; the label is its name on the wire. */
export function CallField({ name, kind, isOptional, isSecret, ...rest }: CallFieldProps) {
  const { initial, choices, error } = rest;
  const label = isOptional ? `${name} (optional)` : name;
  if (kind === 'flag') return <Checkbox label={label} name={name} />;
  if (kind === 'choice') {
    return (
      <Select label={label} name={name} defaultValue={initial} error={error}>
        <option value="">Not given</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </Select>
    );
  }
  return (
    <Field
      label={label}
      name={name}
      defaultValue={initial}
      error={error}
      type={isSecret ? 'password' : 'text'}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
