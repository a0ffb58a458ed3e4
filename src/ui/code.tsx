import './code.css';

interface JsonProps {
  /** what it is, for those who come to it with the keyboard */
  label: string;
  value: unknown;
}

/** JSON as people read it. A long one scrolls in its own box. */
export function Json({ label, value }: JsonProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls it with the keys
    <figure className="code" aria-label={label} tabIndex={0} dir="ltr">
      <pre>{JSON.stringify(value, null, 2) ?? 'undefined'}</pre>
    </figure>
  );
}
