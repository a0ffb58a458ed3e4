import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import './field.css';
import { ChevronDownIcon } from './screen-icons.tsx';

interface Labelled {
  label: string;
  hint?: ReactNode;
  /** the error message, read out when it appears */
  error?: string | null | undefined;
}

interface FormControlProps extends Omit<Labelled, 'error'> {
  errors: readonly string[];
  figure?: boolean | undefined;
  /** renders the content of the box; these properties belong to the control itself */
  children: (control: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
  }) => ReactNode;
}

/** A form control below its label; its hint and its errors describe it, in the order in which they are read. */
export function FormControl({ label, hint, errors, figure = false, children }: FormControlProps) {
  const id = useId();
  const isBad = errors.length > 0;
  const errorIds = errors.map((_, at) => `${id}error${at}`);
  const ids = [...(hint ? [`${id}hint`] : []), ...errorIds].join(' ');
  return (
    <div className={`field ${figure ? 'field-figure' : ''}`}>
      <label htmlFor={id}>{label}</label>
      <div className={`field-box ${isBad ? 'field-box-bad' : ''}`}>
        {children({
          id,
          'aria-describedby': ids || undefined,
          'aria-invalid': isBad || undefined,
        })}
      </div>
      {hint ? (
        <p id={`${id}hint`} className="field-hint">
          {hint}
        </p>
      ) : null}
      <div aria-live="polite">
        {errors.map((error, at) => (
          <p key={error} id={errorIds[at]} className="field-error">
            {error}
          </p>
        ))}
      </div>
    </div>
  );
}

const errorsOf = (error: Labelled['error']) => (error ? [error] : []);

type FieldProps = Labelled &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
    /** after the text, inside the box */
    trailing?: ReactNode;
    figure?: boolean;
  };

export function Field({ label, hint, error, trailing, figure, ...rest }: FieldProps) {
  return (
    <FormControl label={label} hint={hint} errors={errorsOf(error)} figure={figure}>
      {(control) => (
        <>
          <input {...rest} {...control} />
          {trailing}
        </>
      )}
    </FormControl>
  );
}

type TextProps = Labelled & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>;

/** A text field of several lines. */
export function TextArea({ label, hint, error, ...rest }: TextProps) {
  return (
    <FormControl label={label} hint={hint} errors={errorsOf(error)}>
      {(control) => <textarea rows={3} {...rest} {...control} />}
    </FormControl>
  );
}

type SelectProps = Labelled & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'>;

export function Select({ label, hint, error, children, ...rest }: SelectProps) {
  return (
    <FormControl label={label} hint={hint} errors={errorsOf(error)}>
      {(control) => (
        <>
          <select {...rest} {...control}>
            {children}
          </select>
          <ChevronDownIcon className="field-chevron" size={20} />
        </>
      )}
    </FormControl>
  );
}

type CheckboxProps = { label: string } & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>;

export function Checkbox({ label, ...rest }: CheckboxProps) {
  return (
    <label className="checkbox">
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  );
}

/** A switch that works at once. Icon and label come first, and the whole row can be pressed. */
export function Switch({ label, icon, ...rest }: CheckboxProps & { icon?: ReactNode }) {
  return (
    <label className="row switch">
      {icon}
      <span className="row-main">{label}</span>
      <input type="checkbox" role="switch" aria-checked={rest.checked} {...rest} />
    </label>
  );
}
