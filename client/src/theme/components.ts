import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';

import { radius, shadow } from './tokens';

type ThemeComponents = Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme>;

const raised = ({ vars: { palette } }: CssVarsTheme) => ({ border: `1px solid ${palette.surface.line}`, backgroundColor: palette.surface.raised });

/** A finger covers 44 px. A link in a sentence is as high as its line. */
const TOUCHED = '@media (pointer: coarse), (max-width: 599px)';
const touched = {
  // Twice, to weigh more than the rule of the part itself.
  '.MuiButtonBase-root.MuiButtonBase-root, .MuiInputBase-root.MuiInputBase-root, select': { minHeight: '44px !important', minWidth: 44 },
  // Its padding is part of that height.
  select: { boxSizing: 'border-box !important' },
  'a.MuiLink-root.MuiLink-root:not(p > *, label *)': { padding: '13px 8px', marginInline: '-8px' },
};

/** How the library's parts look here. Ripples give way to a plain press; focus is one ring everywhere. */
export const components: ThemeComponents = {
  MuiCssBaseline: {
    styleOverrides: {
      body: { fontFeatureSettings: "'cv11', 'ss03'", WebkitFontSmoothing: 'antialiased', textRendering: 'optimizeLegibility' },
      [TOUCHED]: touched,
      ':focus-visible': { outline: 'none', boxShadow: shadow.focus, borderRadius: radius.mark },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
          scrollBehavior: 'auto !important',
        },
      },
    },
  },
  // A button has the browser's font by itself.
  MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { fontFamily: 'inherit' } } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 40,
        padding: '0 16px',
        borderRadius: radius.control,
        whiteSpace: 'nowrap',
        transition: theme.transitions.create(['background-color', 'border-color', 'box-shadow', 'transform'], { duration: 120 }),
        '&:active': { transform: 'translateY(0.5px)' },
        '&.Mui-focusVisible': { boxShadow: shadow.focus },
        variants: [
          { props: { size: 'small' }, style: { minHeight: 32, padding: '0 12px', fontSize: '0.8125rem' } },
          { props: { size: 'large' }, style: { minHeight: 48, padding: '0 22px', fontSize: '0.9375rem' } },
          {
            props: { variant: 'contained', color: 'primary' },
            style: { boxShadow: shadow.button },
          },
          {
            props: { variant: 'outlined' },
            style: {
              backgroundColor: theme.vars.palette.background.paper,
              borderColor: theme.vars.palette.surface.line,
              color: theme.vars.palette.text.primary,
              boxShadow: shadow.low,
              '&:hover': {
                backgroundColor: theme.vars.palette.surface.sunken,
                borderColor: theme.vars.palette.surface.controlLine,
              },
            },
          },
          {
            props: { variant: 'text', color: 'inherit' },
            style: { color: theme.vars.palette.text.secondary, '&:hover': { color: theme.vars.palette.text.primary } },
          },
        ],
      }),
      startIcon: { marginLeft: -2 },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: radius.control,
        color: theme.vars.palette.text.secondary,
        '&:hover': { backgroundColor: theme.vars.palette.surface.sunken, color: theme.vars.palette.text.primary },
        '&.Mui-focusVisible': { boxShadow: shadow.focus },
      }),
    },
  },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    styleOverrides: { root: { fontWeight: 500, textUnderlineOffset: '0.2em', borderRadius: radius.mark } },
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: {
      root: ({ theme }) => ({ backgroundImage: 'none', borderColor: theme.vars.palette.surface.line }),
      outlined: { borderRadius: radius.panel, boxShadow: shadow.low },
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 42,
        borderRadius: radius.control,
        backgroundColor: theme.vars.palette.background.paper,
        '& .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.surface.controlLine, transition: 'border-color 120ms' },
        '&:hover:not(.Mui-focused, .Mui-error, .Mui-disabled) .MuiOutlinedInput-notchedOutline': {
          borderColor: theme.vars.palette.text.secondary,
        },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderWidth: 1 },
        '&.Mui-focused': { boxShadow: `0 0 0 3px ${theme.vars.palette.soft.accent}` },
        '&.Mui-focused.Mui-error': { boxShadow: `0 0 0 3px ${theme.vars.palette.soft.danger}` },
        // Beside other wrong fields its colour says nothing.
        '&.Mui-focused.Mui-error .MuiOutlinedInput-notchedOutline': { borderWidth: 2 },
        '&.Mui-disabled': { backgroundColor: theme.vars.palette.surface.sunken },
      }),
      input: {
        padding: '10px 12px',
        height: 'auto',
        fontSize: '0.9375rem',
        '&:focus-visible': { boxShadow: 'none' },
        // A phone zooms into inputs whose text is smaller than 16 px.
        '@media (pointer: coarse)': { fontSize: '1rem' },
      },
      // The text of an area begins where that of an input does.
      multiline: { padding: 0 },
      notchedOutline: { top: 0, '& legend': { display: 'none' } },
    },
  },
  MuiFormHelperText: {
    styleOverrides: { root: { margin: '6px 0 0', fontSize: '0.8125rem', '&:empty': { position: 'absolute' } } },
  },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => ({ ...raised(theme), borderRadius: radius.dialog, boxShadow: shadow.high }),
    },
  },
  MuiDialogTitle: { styleOverrides: { root: { padding: '24px 24px 8px', fontSize: '1.125rem', fontWeight: 600, letterSpacing: '-0.012em' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 24px', gap: 4 } } },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme }) => ({ ...raised(theme), borderRadius: radius.menu, boxShadow: shadow.middle }),
      list: { padding: 4 },
    },
  },
  MuiMenuItem: { styleOverrides: { root: { borderRadius: radius.mark, minHeight: 36, fontSize: '0.875rem', gap: 10 } } },
  MuiTooltip: {
    styleOverrides: {
      tooltip: ({ theme }) => ({
        backgroundColor: theme.vars.palette.text.primary,
        color: theme.vars.palette.background.default,
        fontSize: '0.75rem',
        fontWeight: 500,
        padding: '5px 9px',
        borderRadius: radius.mark,
      }),
    },
  },
  MuiAlert: {
    styleOverrides: {
      root: { borderRadius: radius.menu, padding: '8px 14px', fontSize: '0.875rem', alignItems: 'flex-start' },
    },
  },
  MuiSkeleton: { defaultProps: { animation: 'wave' }, styleOverrides: { root: { borderRadius: radius.control } } },
  MuiTab: { styleOverrides: { root: { minHeight: 44, padding: '0 2px', minWidth: 0, marginRight: 24, fontSize: '0.875rem' } } },
  MuiTabs: { styleOverrides: { root: { minHeight: 44 } } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({ borderColor: theme.vars.palette.surface.line, padding: '11px 16px', fontSize: '0.875rem' }),
      head: ({ theme }) => ({
        padding: '9px 16px',
        fontSize: '0.8125rem',
        fontWeight: 500,
        color: theme.vars.palette.text.secondary,
        backgroundColor: theme.vars.palette.surface.soft,
      }),
    },
  },
  // Initials, and icons on a tinted square.
  MuiAvatar: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: 44,
        height: 44,
        fontSize: 16,
        fontWeight: 600,
        backgroundColor: theme.vars.palette.soft.accent,
        color: theme.vars.palette.primary.main,
      }),
      rounded: { borderRadius: radius.panel },
    },
  },
  MuiChip: { styleOverrides: { root: { borderRadius: radius.round, height: 24, fontSize: '0.75rem', fontWeight: 500 } } },
  MuiLinearProgress: { styleOverrides: { root: { height: 6, borderRadius: radius.round }, bar: { borderRadius: radius.round } } },
};
