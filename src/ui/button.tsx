import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import './button.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` for the screen's main action, once per screen; `tonal` beside it; `quiet` to leave or go back */
  look?: 'primary' | 'tonal' | 'quiet';
  /** the call of the button is pending: the button keeps its place and ignores another press */
  busy?: boolean;
  icon?: ReactNode;
  wide?: boolean;
  ref?: Ref<HTMLButtonElement> | undefined;
}

export function Button({
  look = 'primary',
  busy = false,
  wide = false,
  icon,
  children,
  className = '',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${look} ${wide ? 'button-wide' : ''} ${className}`}
      aria-busy={busy}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {icon}
      <span className="button-label">{children}</span>
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  /** label for screen readers */
  name: string;
}

export function IconButton({ name, className = '', ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} aria-label={name} className={`icon-button ${className}`} />
  );
}
