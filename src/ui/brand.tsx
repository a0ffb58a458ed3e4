/** The logo: a purse with a golden clasp, and a play button as its pocket. */
export function BrandMark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} aria-hidden="true">
      <rect width="48" height="48" rx="13" fill="var(--purse-start)" />
      <circle cx="21.6" cy="12.4" r="3.1" fill="var(--stage-gold)" />
      <circle cx="26.4" cy="12.4" r="3.1" fill="var(--stage-gold)" />
      <path
        fill="var(--on-purse)"
        fillRule="evenodd"
        d="M14.5 16h19c1.2 0 2.3.8 2.6 2 1.9 3 3.4 6.4 3.4 9.8 0 6.6-5 10.2-15.5 10.2S8.5 34.4 8.5 27.8c0-3.4 1.5-6.8 3.4-9.8.3-1.2 1.4-2 2.6-2Zm6.2 6.9v8.7c0 .9 1 1.5 1.8 1l7-4.35c.7-.45.7-1.5 0-1.95l-7-4.35c-.8-.5-1.8.05-1.8.95Z"
      />
    </svg>
  );
}
