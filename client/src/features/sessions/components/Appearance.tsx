import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

import { type ColorChoice, useColorMode } from '~/theme/colorMode';
import { radius } from '~/theme/tokens';
import { DeviceIcon, MoonIcon, SunIcon } from '~/ui/icons';
import { Panel } from '~/ui/Panel';

const CHOICES: readonly { readonly choice: ColorChoice; readonly label: string; readonly icon: ReactNode }[] = [
  { choice: 'light', label: 'Light', icon: <SunIcon fontSize="small" /> },
  { choice: 'dark', label: 'Dark', icon: <MoonIcon fontSize="small" /> },
  { choice: 'system', label: 'System', icon: <DeviceIcon fontSize="small" /> },
];

const card = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  minHeight: 44,
  px: 2,
  border: 1,
  borderColor: 'surface.controlLine',
  borderRadius: radius.control,
  color: 'text.secondary',
  typography: 'subtitle2',
  cursor: 'pointer',
  transition: 'border-color 120ms, background-color 120ms, color 120ms',
  '&:hover': { color: 'text.primary' },
  '&:has(:checked)': { borderColor: 'primary.main', bgcolor: 'soft.accent', color: 'primary.main' },
  '&:has(:focus-visible)': { outline: 2, outlineStyle: 'solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;

/** Light, dark or the system's theme; stored in this browser. */
export function Appearance() {
  const { choice: chosen, choose } = useColorMode();
  return (
    <Panel title="Theme">
      <Box
        role="radiogroup"
        aria-label="Theme"
        sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' }, gap: 1.5, p: { xs: 2, sm: 2.5 } }}
      >
        {CHOICES.map(({ choice, label, icon }) => (
          <Box key={choice} component="label" sx={card}>
            <input
              type="radio"
              name="theme"
              className="visually-hidden"
              checked={choice === chosen}
              onChange={() => {
                choose(choice);
              }}
            />
            {icon}
            {label}
          </Box>
        ))}
      </Box>
    </Panel>
  );
}
