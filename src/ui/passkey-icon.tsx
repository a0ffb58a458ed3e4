import { icon } from './icon.tsx';

/** A person, and a key beside them. */
export const PasskeyIcon = icon(
  <>
    <circle cx="9.5" cy="7.5" r="3.75" />
    <path d="M2.75 19.75v-.5a5.5 5.5 0 0 1 5.5-5.5h2.5M17.5 16.5v5M17.5 19h2" />
    <circle cx="17.5" cy="13.5" r="3" />
  </>,
);
