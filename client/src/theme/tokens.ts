/** Every colour, size and duration of the product. Components name these, never a raw value. */

/** Warm greys, from paper to ink. */
const stone = {
  0: '#ffffff',
  50: '#f8f7f4',
  100: '#f1efeb',
  200: '#e5e2dc',
  400: '#8f8a81',
  600: '#5b5750',
  850: '#232120',
  900: '#1b1a18',
  950: '#131211',
} as const;

/** The palette of the light scheme: what the library asks for, and beside it `surface`, `soft` and `stage` (theme.ts). */
export const light = {
  primary: { main: '#0b6478', dark: '#084e5e', light: '#084e5e', contrastText: stone[0] },
  error: { main: '#b3261e', dark: '#b3261e', contrastText: stone[0] },
  warning: { main: '#8a5300', contrastText: stone[0] },
  success: { main: '#23703f', contrastText: stone[0] },
  info: { main: '#2b5cb0', contrastText: stone[0] },
  background: { default: stone[50], paper: stone[0] },
  text: { primary: stone[900], secondary: stone[600], disabled: '#6d6860' },
  divider: stone[200],
  action: { disabled: '#6d6860', disabledBackground: stone[100] },
  surface: { soft: stone[50], sunken: stone[100], raised: stone[0], line: stone[200], controlLine: stone[400], faint: '#6d6860' },
  soft: { accent: '#e3f1f4', success: '#e6f4ea', warning: '#fdf1dc', danger: '#fcebe9', info: '#e8effa' },
  stage: { violet: '#6b3fa0', lime: '#566a00' },
} as const;

export const dark = {
  primary: { main: '#67c5da', dark: '#8fd8e8', light: '#8fd8e8', contrastText: '#06242b' },
  error: { main: '#ff8a80', dark: '#ff8a80', contrastText: '#2b0805' },
  warning: { main: '#e8b45a', contrastText: '#06242b' },
  success: { main: '#6fcf8f', contrastText: '#06242b' },
  info: { main: '#8fb5f5', contrastText: '#06242b' },
  background: { default: stone[950], paper: stone[900] },
  text: { primary: '#f3f1ed', secondary: '#b3aea5', disabled: '#9a958c' },
  divider: '#2f2d2a',
  action: { disabled: '#9a958c', disabledBackground: '#0e0d0c' },
  surface: { soft: stone[950], sunken: '#0e0d0c', raised: stone[850], line: '#2f2d2a', controlLine: '#7b766e', faint: '#9a958c' },
  soft: { accent: '#12323a', success: '#14301e', warning: '#33260d', danger: '#3b1916', info: '#16263f' },
  stage: { violet: '#c3a2f5', lime: '#c3d94f' },
} as const;

/** Scripts of India in the system's own fonts; Devanagari, where it has none, in base.css's. */
const indian = "'Noto Sans Devanagari', 'Nirmala UI', 'Kohinoor Devanagari', 'Devanagari Sangam MN', Mangal, 'Waymark Devanagari'";

export const fontFamily = `'Geist Variable', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, ${indian}, sans-serif`;

export const radius = { mark: '4px', control: '6px', menu: '8px', panel: '10px', dialog: '12px', round: '999px' } as const;

/** Shadows by height above the page, and the rings of focus. */
export const shadow = {
  button: 'inset 0 1px 0 rgb(255 255 255 / 0.12), 0 1px 2px rgb(20 16 10 / 0.16)',
  low: '0 1px 2px rgb(20 16 10 / 0.06)',
  middle: '0 1px 2px rgb(20 16 10 / 0.06), 0 8px 24px -6px rgb(20 16 10 / 0.14)',
  high: '0 2px 4px rgb(20 16 10 / 0.06), 0 24px 56px -12px rgb(20 16 10 / 0.28)',
  focus: '0 0 0 2px var(--wm-palette-background-paper), 0 0 0 4px var(--wm-palette-primary-main)',
  focusInside: 'inset 0 0 0 2px var(--wm-palette-primary-main)',
} as const;

export const motion = { quick: 120, usual: 180, slow: 280 } as const;

/** Widths and heights that several screens share, in pixels. */
export const layout = {
  topBar: 56,
  offlineBar: 38,
  sidebar: 248,
  sidebarCollapsed: 92,
  content: 1160,
  form: 400,
  mobile: 768,
  sidebarCollapsesBelow: 1440,
} as const;

/** The panel beside the sign-in, the same in both themes. */
export const brandPanel = {
  ground: 'linear-gradient(160deg, #0a4a5a 0%, #07323d 62%, #052730 100%)',
  text: '#f4f8f8',
  textSoft: '#b9d3d8',
} as const;
