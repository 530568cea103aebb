/** Every colour, size and duration of the product. Components name these, never a raw value. */

/** Warm greys, from paper to ink. */
const stone = {
  0: '#ffffff',
  25: '#fcfbfa',
  50: '#f8f7f4',
  100: '#f1efeb',
  200: '#e5e2dc',
  300: '#d3cfc7',
  400: '#8f8a81',
  500: '#736e66',
  600: '#5b5750',
  700: '#423f3a',
  800: '#2b2926',
  850: '#232120',
  900: '#1b1a18',
  950: '#131211',
} as const;

export interface Scheme {
  readonly accent: { readonly main: string; readonly strong: string; readonly soft: string; readonly on: string };
  readonly ground: string;
  readonly surface: string;
  readonly raised: string;
  readonly sunken: string;
  readonly line: string;
  readonly controlLine: string;
  readonly text: string;
  readonly textSoft: string;
  readonly textFaint: string;
  readonly success: { readonly main: string; readonly soft: string };
  readonly warning: { readonly main: string; readonly soft: string };
  readonly danger: { readonly main: string; readonly soft: string; readonly on: string };
  readonly info: { readonly main: string; readonly soft: string };
}

export const light: Scheme = {
  accent: { main: '#0b6478', strong: '#084e5e', soft: '#e3f1f4', on: stone[0] },
  ground: stone[50],
  surface: stone[0],
  raised: stone[0],
  sunken: stone[100],
  line: stone[200],
  controlLine: stone[400],
  text: stone[900],
  textSoft: stone[600],
  textFaint: '#6d6860',
  success: { main: '#23703f', soft: '#e6f4ea' },
  warning: { main: '#8a5300', soft: '#fdf1dc' },
  danger: { main: '#b3261e', soft: '#fcebe9', on: stone[0] },
  info: { main: '#2b5cb0', soft: '#e8effa' },
};

export const dark: Scheme = {
  accent: { main: '#67c5da', strong: '#8fd8e8', soft: '#12323a', on: '#06242b' },
  ground: stone[950],
  surface: stone[900],
  raised: stone[850],
  sunken: '#0e0d0c',
  line: '#2f2d2a',
  controlLine: '#7b766e',
  text: '#f3f1ed',
  textSoft: '#b3aea5',
  textFaint: '#9a958c',
  success: { main: '#6fcf8f', soft: '#14301e' },
  warning: { main: '#e8b45a', soft: '#33260d' },
  danger: { main: '#ff8a80', soft: '#3b1916', on: '#2b0805' },
  info: { main: '#8fb5f5', soft: '#16263f' },
};

export const fonts = {
  text: "'Geist Variable', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
} as const;

/** Corners, from a mark in a line to a dialog. */
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
  sidebarCollapsed: 64,
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
