import './code.css';

interface JsonProps {
  /** name of the region for keyboard users */
  label: string;
  value: unknown;
}

/** Indented JSON. A long text scrolls in its own box. */
export function Json({ label, value }: JsonProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
    <figure className="code" aria-label={label} tabIndex={0} dir="ltr">
      <pre>{JSON.stringify(value, null, 2) ?? 'undefined'}</pre>
    </figure>
  );
}
