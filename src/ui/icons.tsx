import type { ReactNode, SVGProps } from 'react';

type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'> & { size?: number };

/** Strokes on a 24 px grid; the word beside it, or the button's name, says what it means. */
function Drawing({ size = 24, ...rest }: IconProps & { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    />
  );
}

const icon = (drawing: ReactNode) => (props: IconProps) => <Drawing {...props}>{drawing}</Drawing>;

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
    <path d="M4.5 9.5v5h3.25L12 18.25V5.75L7.75 9.5z" />
    <path d="M15.25 9.25a4 4 0 0 1 0 5.5M17.75 6.75a7.5 7.5 0 0 1 0 10.5" />
  </>,
);

export const SoundOffIcon = icon(
  <>
    <path d="M4.5 9.5v5h3.25L12 18.25V5.75L7.75 9.5z" />
    <path d="m15.75 9.75 4.5 4.5M20.25 9.75l-4.5 4.5" />
  </>,
);

export const ShareIcon = icon(
  <path d="M13.5 5.25 20 11.5l-6.5 6.25v-3.9c-4.6-.2-7.5 1.3-9.5 4.4.5-5 3.4-8.6 9.5-9.1z" />,
);

export const NextIcon = icon(<path d="m6 14.5 6-6 6 6M6 20l6-6 6 6M6 9l6-6 6 6" />);
export const PlayIcon = icon(<path d="M8 5.25v13.5L18.75 12z" fill="currentColor" />);
export const RetryIcon = icon(
  <path d="M19.25 12a7.25 7.25 0 1 1-2.2-5.2l2.2 2.2M19.25 4.5V9h-4.5" />,
);
export const CloseIcon = icon(<path d="m6.5 6.5 11 11M17.5 6.5l-11 11" />);
export const CheckIcon = icon(<path d="m5.5 12.5 4.25 4.25 8.75-9.25" strokeWidth={2} />);
export const ChevronDownIcon = icon(<path d="m7 10 5 5 5-5" />);
/** Points to where the line of reading goes: mirrored by `dir`. */
export const OnwardIcon = icon(<path className="icon-turns" d="m10 7 5 5-5 5" />);

/** Leads out of the app. */
export const OutwardIcon = icon(<path className="icon-turns" d="M8.5 7h8.5v8.5M17 7 7 17" />);
export const CopyIcon = icon(
  <>
    <rect x="8.5" y="8.5" width="11.25" height="11.25" rx="2.5" />
    <path d="M15.5 5.75A1.75 1.75 0 0 0 13.75 4H6a2 2 0 0 0-2 2v7.75c0 .97.78 1.75 1.75 1.75" />
  </>,
);

export const CoinIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" fill="currentColor" stroke="none" />
    <path d="M10 8.5v7l5.25-3.5z" className="coin-mark" />
  </>,
);

export const BankIcon = icon(
  <path d="M4 9.5 12 4.25 20 9.5zM6.25 9.75v7M10.1 9.75v7M13.9 9.75v7M17.75 9.75v7M4 19.75h16M5 16.75h14" />,
);
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.25" />
    <path d="M12 7.25V12l3.25 2" />
  </>,
);
export const GlobeIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.25" />
    <path d="M3.75 12h16.5M12 3.75c2.4 2.3 3.5 5 3.5 8.25S14.4 18 12 20.25C9.6 18 8.5 15.25 8.5 12S9.6 6.05 12 3.75Z" />
  </>,
);
export const MoonIcon = icon(
  <path d="M20 14.25A8.5 8.5 0 0 1 9.75 4a8.5 8.5 0 1 0 10.25 10.25Z" />,
);
export const LeaveIcon = icon(
  <path
    className="icon-turns"
    d="M13.5 4.25H7A2.25 2.25 0 0 0 4.75 6.5v11A2.25 2.25 0 0 0 7 19.75h6.5M10.5 12h9.25M16.25 8.25 20 12l-3.75 3.75"
  />,
);
export const AlertIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.25" />
    <path d="M12 7.75v5M12 16.1v.15" />
  </>,
);
export const InboxIcon = icon(
  <path d="M4.25 13.5 6.6 6.2a2 2 0 0 1 1.9-1.45h7a2 2 0 0 1 1.9 1.45l2.35 7.3V17a2.25 2.25 0 0 1-2.25 2.25h-11A2.25 2.25 0 0 1 4.25 17zM4.25 13.5H8.5a3.5 3.5 0 0 0 7 0h4.25" />,
);
export const BellIcon = icon(
  <path d="M6.25 16.5v-5.25a5.75 5.75 0 0 1 11.5 0v5.25M4.25 16.75h15.5M10 19.75a2.1 2.1 0 0 0 4 0M12 5.25v-1.5" />,
);
export const DownloadIcon = icon(
  <>
    <rect x="6.25" y="2.75" width="11.5" height="18.5" rx="2.75" />
    <path d="M12 7v7.5M8.9 11.6l3.1 3.1 3.1-3.1M10.5 18h3" />
  </>,
);
export const StarIcon = icon(
  <path d="m12 3.9 2.5 5.1 5.6.8-4 4 .9 5.6-5-2.7-5 2.7.9-5.6-4-4 5.6-.8z" fill="currentColor" />,
);
