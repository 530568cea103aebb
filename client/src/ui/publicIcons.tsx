import { createSvgIcon } from '@mui/material';
import type { ReactNode } from 'react';

/** Our own line icons: 24 units, 1.75 strokes, round ends. */
export function lineIcon(drawing: ReactNode, name: string) {
  return createSvgIcon(
    <g fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
      {drawing}
    </g>,
    name,
  );
}

export const SunIcon = /* @__PURE__ */ lineIcon(
  <path d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4" />,
  'Sun',
);
export const MoonIcon = /* @__PURE__ */ lineIcon(<path d="M20 14.2A8.2 8.2 0 0 1 9.8 4 8.2 8.2 0 1 0 20 14.2Z" />, 'Moon');
export const UsersIcon = /* @__PURE__ */ lineIcon(
  <path d="M9.2 11.2a3.6 3.6 0 1 0 0-7.2 3.6 3.6 0 0 0 0 7.2ZM2.8 20c.4-3.4 3-5.6 6.4-5.6s6 2.2 6.4 5.6M15.8 4.3a3.6 3.6 0 0 1 0 6.6M17.6 14.8c2 .8 3.3 2.6 3.6 5.2" />,
  'Users',
);
export const CheckCircleIcon = /* @__PURE__ */ lineIcon(
  <>
    <circle cx="12" cy="12" r="8.7" />
    <path d="m8.3 12.3 2.6 2.6 4.9-5.3" />
  </>,
  'CheckCircle',
);
export const ArrowRightIcon = /* @__PURE__ */ lineIcon(<path d="M4 12h15.5M13.5 5.8l6.2 6.2-6.2 6.2" />, 'ArrowRight');
export const LockIcon = /* @__PURE__ */ lineIcon(
  <>
    <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
    <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
  </>,
  'Lock',
);
export const EyeIcon = /* @__PURE__ */ lineIcon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="2.8" />
  </>,
  'Eye',
);
export const EyeOffIcon = /* @__PURE__ */ lineIcon(
  <path d="m3.5 3.5 17 17M9.9 5.8a8.8 8.8 0 0 1 2.1-.3c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.5M6.2 7.4A16.4 16.4 0 0 0 2.5 12S6 18.5 12 18.5c1.6 0 3-.5 4.3-1.2M10 10a2.8 2.8 0 0 0 4 4" />,
  'EyeOff',
);
export const AlertIcon = /* @__PURE__ */ lineIcon(
  <>
    <circle cx="12" cy="12" r="8.7" />
    <path d="M12 7.8v4.9M12 16.1v.1" />
  </>,
  'Alert',
);
export const InfoIcon = /* @__PURE__ */ lineIcon(
  <>
    <circle cx="12" cy="12" r="8.7" />
    <path d="M12 11.3v4.9M12 7.9v.1" />
  </>,
  'Info',
);
export const ArrowLeftIcon = /* @__PURE__ */ lineIcon(<path d="M20 12H4.5M10.5 5.8 4.3 12l6.2 6.2" />, 'ArrowLeft');
