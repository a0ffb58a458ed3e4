import type { ReactNode } from 'react';

/** A corner of a browser or a phone, with the control to touch highlighted. The text beside it has the same content. */
const picture = (drawing: ReactNode) => (
  <svg className="guide-picture" viewBox="0 0 104 66" aria-hidden="true">
    {drawing}
  </svg>
);

const bell = 'M-4.5 3.5V-.5a4.5 4.5 0 0 1 9 0v4M-6.5 3.5h13M-1.5 6.3a1.7 1.7 0 0 0 3 0M0-5v-1.3';
const again = 'M5.4-2A5.8 5.8 0 1 0 5.8 1.6M5.8-6v4h-4';

const addressBar = (
  <>
    <rect className="picture-paper" x="5" y="14" width="94" height="38" rx="10" />
    <rect className="picture-block" x="11" y="22" width="82" height="22" rx="11" />
  </>
);

export const lockPicture = picture(
  <>
    {addressBar}
    <circle className="picture-light" cx="24" cy="33" r="14" />
    <path className="picture-mark" d="M18.5 32h11v7.5h-11zM20.5 32v-2.6a3.5 3.5 0 0 1 7 0V32" />
    <path className="picture-word" d="M46 33h34" />
  </>,
);

const menu = <rect className="picture-paper" x="14" y="8" width="76" height="66" rx="9" />;

export const findPicture = picture(
  <>
    {menu}
    <path className="picture-word" d="M40 17.5h34" />
    <circle className="picture-faint" cx="27" cy="17.5" r="4" />
    <rect className="picture-light" x="9" y="25" width="86" height="22" rx="8" />
    <path className="picture-mark" transform="translate(27 36)" d={bell} />
    <path className="picture-mark" d="M42 36h34" strokeWidth="3.5" />
    <path className="picture-word" d="M40 56h26" />
    <circle className="picture-faint" cx="27" cy="56" r="4" />
  </>,
);

export const allowPicture = picture(
  <>
    <rect className="picture-paper" x="9" y="15" width="86" height="36" rx="10" />
    <path className="picture-mark" transform="translate(26 33)" d={bell} />
    <path className="picture-word" d="M41 33h12" />
    <rect className="picture-light" x="58" y="21" width="34" height="24" rx="12" />
    <rect className="picture-on" x="62" y="25" width="26" height="16" rx="8" />
    <circle className="picture-knob" cx="80" cy="33" r="6" />
  </>,
);

export const settingsPicture = picture(
  <>
    <rect className="picture-paper" x="9" y="7" width="86" height="52" rx="10" />
    <path className="picture-word" d="M22 20h60M22 33h60M22 46h60" />
    <circle className="picture-light" cx="64" cy="20" r="6" />
    <circle className="picture-light" cx="38" cy="33" r="6" />
    <circle className="picture-light" cx="70" cy="46" r="6" />
  </>,
);

export const pastePicture = picture(
  <>
    <rect className="picture-paper" x="5" y="14" width="94" height="38" rx="10" />
    <rect className="picture-light" x="11" y="22" width="82" height="22" rx="11" />
    <path className="picture-mark" d="M23 28v10M20 28h6M20 38h6" />
    <path className="picture-mark" d="M35 33h42" strokeWidth="3.5" />
  </>,
);

export const copyPicture = picture(
  <>
    <rect className="picture-paper" x="27" y="8" width="34" height="40" rx="7" />
    <path className="picture-word" d="M35 19h16M35 28h9" />
    <rect className="picture-light" x="43" y="18" width="34" height="40" rx="7" />
    <path className="picture-mark" d="M51 30h18M51 38h18M51 46h10" />
  </>,
);

export const switchPicture = picture(
  <>
    <rect className="picture-paper" x="9" y="15" width="86" height="36" rx="10" />
    <path className="picture-word" d="M20 33h28" />
    <rect className="picture-light" x="58" y="21" width="34" height="24" rx="12" />
    <rect className="picture-on" x="62" y="25" width="26" height="16" rx="8" />
    <circle className="picture-knob" cx="80" cy="33" r="6" />
  </>,
);

export const refreshPicture = picture(
  <>
    {addressBar}
    <circle className="picture-light" cx="80" cy="33" r="14" />
    <g transform="translate(80 33)">
      <path className="picture-mark picture-stays" d={again} />
    </g>
    <path className="picture-word" d="M24 33h34" />
  </>,
);

export const sharePicture = picture(
  <>
    <rect className="picture-paper" x="5" y="14" width="94" height="38" rx="10" />
    <path className="picture-faint" d="m21 28-5 5 5 5M80 28h9v10h-9z" />
    <circle className="picture-light" cx="52" cy="33" r="16" />
    <path
      className="picture-mark"
      d="M48.5 31H46v10h12V31h-2.5M52 36V23.5M48.3 27l3.7-3.7 3.7 3.7"
    />
  </>,
);

export const addPicture = picture(
  <>
    {menu}
    <path className="picture-word" d="M24 17.5h34M24 56h26" />
    <path className="picture-faint" d="M76 14h7v7h-7z" />
    <rect className="picture-light" x="9" y="25" width="86" height="22" rx="8" />
    <path className="picture-mark" d="M22 36h36" strokeWidth="3.5" />
    <path className="picture-mark" d="M73 30.5h11v11H73zM78.5 33.5v5M76 36h5" />
  </>,
);

export const menuPicture = picture(
  <>
    {addressBar}
    <path className="picture-word" d="M24 33h34" />
    <circle className="picture-light" cx="80" cy="33" r="14" />
    <path className="picture-mark" d="M80 26.5v.01M80 33v.01M80 39.5v.01" strokeWidth="4" />
  </>,
);

export const linesPicture = picture(
  <>
    {addressBar}
    <path className="picture-word" d="M24 33h34" />
    <circle className="picture-light" cx="80" cy="33" r="14" />
    <path className="picture-mark" d="M74 28h12M74 33h12M74 38h12" />
  </>,
);

export const installPicture = picture(
  <>
    {menu}
    <path className="picture-word" d="M40 17.5h34M40 56h26" />
    <circle className="picture-faint" cx="27" cy="17.5" r="4" />
    <circle className="picture-faint" cx="27" cy="56" r="4" />
    <rect className="picture-light" x="9" y="25" width="86" height="22" rx="8" />
    <path className="picture-mark" d="M27 30v8.5M23.5 35.2l3.5 3.5 3.5-3.5M21.5 42h11" />
    <path className="picture-mark" d="M42 36h34" strokeWidth="3.5" />
  </>,
);

const icons = [22, 52, 82].flatMap((x) => [17, 49].map((y) => ({ x, y })));

export const openPicture = picture(
  <>
    {icons.map(({ x, y }) => (
      <rect
        key={`${x} ${y}`}
        className="picture-paper"
        x={x - 9}
        y={y - 9}
        width="18"
        height="18"
        rx="5"
      />
    ))}
    <rect className="picture-light" x="38" y="35" width="28" height="28" rx="9" />
    <rect className="picture-on" x="42" y="39" width="20" height="20" rx="6" />
    <path className="picture-knob picture-stays" d="M49.5 44.5v9l7-4.5z" />
  </>,
);
