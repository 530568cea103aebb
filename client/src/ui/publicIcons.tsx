import { createSvgIcon } from '@mui/material';

/** Our own line icons, each of one path: 24 units, round ends. */
export function lineIcon(name: string, path: string, strokeWidth = 1.75) {
  return createSvgIcon(<path d={path} fill="none" stroke="currentColor" strokeWidth={strokeWidth} strokeLinecap="round" strokeLinejoin="round" />, name);
}

export const SunIcon = /* @__PURE__ */ lineIcon('Sun', 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4');
export const MoonIcon = /* @__PURE__ */ lineIcon('Moon', 'M20 14.2A8.2 8.2 0 0 1 9.8 4 8.2 8.2 0 1 0 20 14.2Z');
export const UsersIcon = /* @__PURE__ */ lineIcon('Users', 'M9.2 11.2a3.6 3.6 0 1 0 0-7.2 3.6 3.6 0 0 0 0 7.2ZM2.8 20c.4-3.4 3-5.6 6.4-5.6s6 2.2 6.4 5.6M15.8 4.3a3.6 3.6 0 0 1 0 6.6M17.6 14.8c2 .8 3.3 2.6 3.6 5.2');
export const CheckCircleIcon = /* @__PURE__ */ lineIcon('CheckCircle', 'M3.3 12a8.7 8.7 0 1 0 17.4 0a8.7 8.7 0 1 0 -17.4 0ZM8.3 12.3l2.6 2.6 4.9-5.3');
export const ArrowRightIcon = /* @__PURE__ */ lineIcon('ArrowRight', 'M4 12h15.5M13.5 5.8l6.2 6.2-6.2 6.2');
export const LockIcon = /* @__PURE__ */ lineIcon('Lock', 'M7 10.5h10a2 2 0 0 1 2 2v5.5a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-5.5a2 2 0 0 1 2 -2ZM8 10.5V8a4 4 0 0 1 8 0v2.5');
export const EyeIcon = /* @__PURE__ */ lineIcon('Eye', 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM9.2 12a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0Z');
export const EyeOffIcon = /* @__PURE__ */ lineIcon('EyeOff', 'm3.5 3.5 17 17M9.9 5.8a8.8 8.8 0 0 1 2.1-.3c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.5M6.2 7.4A16.4 16.4 0 0 0 2.5 12S6 18.5 12 18.5c1.6 0 3-.5 4.3-1.2M10 10a2.8 2.8 0 0 0 4 4');
export const AlertIcon = /* @__PURE__ */ lineIcon('Alert', 'M3.3 12a8.7 8.7 0 1 0 17.4 0a8.7 8.7 0 1 0 -17.4 0ZM12 7.8v4.9M12 16.1v.1');
export const InfoIcon = /* @__PURE__ */ lineIcon('Info', 'M3.3 12a8.7 8.7 0 1 0 17.4 0a8.7 8.7 0 1 0 -17.4 0ZM12 11.3v4.9M12 7.9v.1');
export const WarningIcon = /* @__PURE__ */ lineIcon('Warning', 'M12 4 21 19.5H3L12 4ZM12 10v4.2M12 16.9v.1');
export const ArrowLeftIcon = /* @__PURE__ */ lineIcon('ArrowLeft', 'M20 12H4.5M10.5 5.8 4.3 12l6.2 6.2');
