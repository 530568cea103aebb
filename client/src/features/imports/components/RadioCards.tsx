import { Box, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

import { radius } from '~/theme/tokens';
import { Note } from '~/ui/Text';

interface RadioCard<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Read after the label by screen readers. */
  readonly text: ReactNode;
}

interface RadioCardsProps<Value extends string> {
  readonly label: string;
  readonly cards: readonly RadioCard<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  readonly columns?: number;
}

const card = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 1.25,
  px: 1.75,
  py: 1.5,
  border: 1,
  borderColor: 'surface.controlLine',
  borderRadius: radius.control,
  cursor: 'pointer',
  transition: 'border-color 120ms, background-color 120ms',
  '&:hover': { bgcolor: 'surface.soft' },
  '&:has(:checked)': { borderColor: 'primary.main', bgcolor: 'soft.accent' },
  '&:has(:focus-visible)': { outline: 2, outlineStyle: 'solid', outlineColor: 'primary.main', outlineOffset: 2 },
  '& input': { flexShrink: 0, width: 16, height: 16, m: 0, mt: '2px', accentColor: 'var(--wm-palette-primary-main)' },
  '& input:focus-visible': { boxShadow: 'none' },
} as const;

export function RadioCards<Value extends string>({ label, cards, chosen, onChoose, columns = 1 }: RadioCardsProps<Value>) {
  const id = useId();
  return (
    <Box
      role="radiogroup"
      aria-label={label}
      sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `repeat(${columns}, minmax(0, 1fr))` }, gap: 1 }}
    >
      {cards.map(({ value, label: name, text }) => (
        <Box key={value} component="label" sx={card}>
          <input
            type="radio"
            name={id}
            value={value}
            checked={value === chosen}
            aria-labelledby={`${id}-${value}`}
            aria-describedby={`${id}-${value}-text`}
            onChange={() => onChoose(value)}
          />
          <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
            <Typography id={`${id}-${value}`} component="span" variant="subtitle2" sx={{ display: 'block' }}>
              {name}
            </Typography>
            <Note id={`${id}-${value}-text`} component="span" sx={{ display: 'block', mt: 0.25 }}>
              {text}
            </Note>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
