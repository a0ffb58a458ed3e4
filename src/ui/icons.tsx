import { icon } from './icon.tsx';

export const TasksIcon = icon(
  <>
    <path
      className="icon-body"
      d="M7.5 4.5h9a2.5 2.5 0 0 1 2.5 2.5v11a2.5 2.5 0 0 1-2.5 2.5h-9A2.5 2.5 0 0 1 5 18V7a2.5 2.5 0 0 1 2.5-2.5Z"
    />
    <path className="icon-mark" d="M9 3.25h6v2.5H9zM8.75 13.25l2.25 2.25 4.25-4.5" />
  </>,
);

export const InviteIcon = icon(
  <>
    <path
      className="icon-body"
      d="M4.75 11.25h14.5V18a2.25 2.25 0 0 1-2.25 2.25H7A2.25 2.25 0 0 1 4.75 18zM3.75 7.75h16.5v3.5H3.75z"
    />
    <path className="icon-mark" d="M12 7.75v12.5" />
    <path d="M12 7.75C9.5 7.75 7.6 6.7 7.6 5.1c0-1 .75-1.85 1.8-1.85C11.2 3.25 12 5.5 12 7.75c0-2.25.8-4.5 2.6-4.5 1.05 0 1.8.85 1.8 1.85 0 1.6-1.9 2.65-4.4 2.65Z" />
  </>,
);

export const ClipIcon = icon(
  <>
    <rect className="icon-body" x="5.25" y="2.75" width="13.5" height="18.5" rx="3.25" />
    <path className="icon-mark" d="M10.25 9v6l4.75-3z" />
  </>,
);

export const PurseIcon = icon(
  <>
    <path
      className="icon-body"
      d="M4 8.25h13.75A2.25 2.25 0 0 1 20 10.5V18a2.25 2.25 0 0 1-2.25 2.25H6.25A2.25 2.25 0 0 1 4 18z"
    />
    <path d="M4 8.25A2.25 2.25 0 0 1 5.6 6.1l8.65-2.5a1.6 1.6 0 0 1 2 1.55v3.1" />
    <path className="icon-mark" d="M20 12.5h-3.25a1.75 1.75 0 0 0 0 3.5H20" />
  </>,
);

export const PersonIcon = icon(
  <>
    <circle className="icon-body" cx="12" cy="8" r="4" />
    <path className="icon-body" d="M4.75 20.25c.5-3.6 3.4-5.75 7.25-5.75s6.75 2.15 7.25 5.75z" />
  </>,
);

export const SoundOnIcon = icon(
  <>
    <path className="icon-turns" d="M4.5 9.5v5h3.25L12 18.25V5.75L7.75 9.5z" />
    <path className="icon-turns" d="M15.25 9.25a4 4 0 0 1 0 5.5M17.75 6.75a7.5 7.5 0 0 1 0 10.5" />
  </>,
);

export const SoundOffIcon = icon(
  <>
    <path className="icon-turns" d="M4.5 9.5v5h3.25L12 18.25V5.75L7.75 9.5z" />
    <path className="icon-turns" d="m15.75 9.75 4.5 4.5M20.25 9.75l-4.5 4.5" />
  </>,
);

export const ShareIcon = icon(
  <path
    className="icon-turns"
    d="M13.5 5.25 20 11.5l-6.5 6.25v-3.9c-4.6-.2-7.5 1.3-9.5 4.4.5-5 3.4-8.6 9.5-9.1z"
  />,
);

export const NextIcon = icon(<path d="m6 14.5 6-6 6 6M6 20l6-6 6 6M6 9l6-6 6 6" />);
export const PlayIcon = icon(<path d="M8 5.25v13.5L18.75 12z" fill="currentColor" />);
export const CoinIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" fill="currentColor" stroke="none" />
    <path d="M10 8.5v7l5.25-3.5z" className="coin-mark" />
  </>,
);

export const RetryIcon = icon(
  <path d="M19.25 12a7.25 7.25 0 1 1-2.2-5.2l2.2 2.2M19.25 4.5V9h-4.5" />,
);
export const CheckIcon = icon(<path d="m5.5 12.5 4.25 4.25 8.75-9.25" strokeWidth={2} />);
export const AlertIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.25" />
    <path d="M12 7.75v5M12 16.1v.15" />
  </>,
);
export const InboxIcon = icon(
  <path d="M4.25 13.5 6.6 6.2a2 2 0 0 1 1.9-1.45h7a2 2 0 0 1 1.9 1.45l2.35 7.3V17a2.25 2.25 0 0 1-2.25 2.25h-11A2.25 2.25 0 0 1 4.25 17zM4.25 13.5H8.5a3.5 3.5 0 0 0 7 0h4.25" />,
);
