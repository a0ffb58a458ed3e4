import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import './field.css';
import { ChevronDownIcon } from './screen-icons.tsx';

interface Labelled {
  label: string;
  hint?: ReactNode;
  /** what is wrong; read out when it appears */
  error?: ReactNode;
}

/** Who describes a control, in the order in which it is read. */
function useDescription({ hint, error }: Pick<Labelled, 'hint' | 'error'>) {
  const id = useId();
  const hintId = `${id}hint`;
  const errorId = `${id}error`;
  const ids = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ');
  const control = {
    id,
    'aria-describedby': ids || undefined,
    'aria-invalid': error ? true : undefined,
  };
  return { id, hintId, errorId, control };
}

type FieldProps = Labelled &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
    /** stands inside the box, after the text */
    trailing?: ReactNode;
    figure?: boolean;
  };

export function Field({ label, hint, error, trailing, figure, ...rest }: FieldProps) {
  const { id, hintId, errorId, control } = useDescription({ hint, error });
  return (
    <div className={`field ${figure ? 'field-figure' : ''}`}>
      <label htmlFor={id}>{label}</label>
      <div className={`field-box ${error ? 'field-box-bad' : ''}`}>
        <input {...rest} {...control} />
        {trailing}
      </div>
      <Notes hint={hint} error={error} hintId={hintId} errorId={errorId} />
    </div>
  );
}

type SelectProps = Labelled & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'>;

export function Select({ label, hint, error, children, ...rest }: SelectProps) {
  const { id, hintId, errorId, control } = useDescription({ hint, error });
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={`field-box ${error ? 'field-box-bad' : ''}`}>
        <select {...rest} {...control}>
          {children}
        </select>
        <ChevronDownIcon className="field-chevron" size={20} />
      </div>
      <Notes hint={hint} error={error} hintId={hintId} errorId={errorId} />
    </div>
  );
}

interface NotesProps extends Pick<Labelled, 'hint' | 'error'> {
  hintId: string;
  errorId: string;
}

function Notes({ hint, error, hintId, errorId }: NotesProps) {
  return (
    <>
      {hint ? (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      ) : null}
      <div aria-live="polite">
        {error ? (
          <p id={errorId} className="field-error">
            {error}
          </p>
        ) : null}
      </div>
    </>
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

/** On or off, at once. The icon and the word stand before it, the whole row can be pressed. */
export function Switch({ label, icon, ...rest }: CheckboxProps & { icon?: ReactNode }) {
  return (
    <label className="row switch">
      {icon}
      <span className="row-main">{label}</span>
      <input type="checkbox" role="switch" aria-checked={rest.checked} {...rest} />
    </label>
  );
}
