/** The look of a bar at the foot of the window, in sight while the page is longer; wide enough to hide shadows above it. */
export const foot = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  mx: { xs: -2, sm: -0.5 },
  px: { xs: 2, sm: 0.5 },
  bgcolor: 'background.default',
  boxShadow: { xs: '0 -1px 0 var(--wm-palette-divider)', sm: 'none' },
} as const;
