import { icon } from './icon.tsx';

export const CloseIcon = icon(<path d="m6.5 6.5 11 11M17.5 6.5l-11 11" />);
export const ChevronDownIcon = icon(<path d="m7 10 5 5 5-5" />);
/** An arrow in the direction of reading, mirrored by `dir`. */
export const OnwardIcon = icon(<path className="icon-turns" d="m10 7 5 5-5 5" />);

/** For links out of the app. */
export const OutwardIcon = icon(<path className="icon-turns" d="M8.5 7h8.5v8.5M17 7 7 17" />);
export const CopyIcon = icon(
  <>
    <rect x="8.5" y="8.5" width="11.25" height="11.25" rx="2.5" />
    <path d="M15.5 5.75A1.75 1.75 0 0 0 13.75 4H6a2 2 0 0 0-2 2v7.75c0 .97.78 1.75 1.75 1.75" />
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
export const GaugeIcon = icon(
  <path d="M5.6 18.5a8.75 8.75 0 1 1 12.8 0M12 13.25l3.5-4M12 14.5h.01" />,
);
export const TransferIcon = icon(
  <path
    className="icon-turns"
    d="M8 19.75V4.5M4.5 8 8 4.25 11.5 8M16 4.25V19.5M12.5 16l3.5 3.75L19.5 16"
  />,
);
export const LeaveIcon = icon(
  <path
    className="icon-turns"
    d="M13.5 4.25H7A2.25 2.25 0 0 0 4.75 6.5v11A2.25 2.25 0 0 0 7 19.75h6.5M10.5 12h9.25M16.25 8.25 20 12l-3.75 3.75"
  />,
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
