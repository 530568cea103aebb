import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

import { formatCount } from '~/lib/format';
import { radius } from '~/theme/tokens';
import { CheckIcon } from '~/ui/icons';

interface Option {
  readonly value: string;
  readonly label: string;
  readonly people: number | null;
}

interface ChooseOneProps {
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly Option[];
  readonly search: string;
  readonly onSearch: (text: string) => void;
  /** Below the options: that there are none, or that they could not be loaded. */
  readonly note: string | null;
  /** Null for the pressed one. */
  readonly onChoose: (value: string | null) => void;
}

const option = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  width: '100%',
  minHeight: 32,
  px: 1,
  borderRadius: radius.mark,
  typography: 'body2',
  textAlign: 'left',
  '&:hover': { bgcolor: 'surface.sunken' },
  '&.Mui-focusVisible': { boxShadow: 'inset 0 0 0 2px var(--wm-palette-primary-main)' },
} as const;

/** One of many, found by typing, each with the people that it has. */
export function ChooseOne({ label, value, options, search, onSearch, note, onChoose }: ChooseOneProps) {
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id}>
      <Typography id={id} component="h3" variant="caption" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <OutlinedInput
        size="small"
        fullWidth
        value={search}
        placeholder="Search"
        onChange={(event) => {
          onSearch(event.target.value);
        }}
        slotProps={{ input: { 'aria-label': `Search ${label.toLowerCase()}`, autoComplete: 'off', spellCheck: false, maxLength: 100 } }}
        sx={{ minHeight: 36, height: 36, mt: 0.5, fontSize: '0.875rem' }}
      />
      <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none', maxHeight: 168, overflowY: 'auto' }}>
        {options.map((each) => {
          const isChosen = each.value === value;
          return (
            <li key={each.value}>
              <ButtonBase
                aria-pressed={isChosen}
                onClick={() => {
                  onChoose(isChosen ? null : each.value);
                }}
                sx={option}
              >
                <CheckIcon sx={{ fontSize: 16, flexShrink: 0, visibility: isChosen ? 'visible' : 'hidden', color: 'primary.main' }} />
                <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  {each.label}
                </Box>
                {each.people !== null && (
                  <Box component="span" sx={{ ml: 'auto', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                    {formatCount(each.people)}
                  </Box>
                )}
              </ButtonBase>
            </li>
          );
        })}
      </Box>
      <Typography role="status" variant="caption" sx={{ display: 'block', color: 'text.secondary', '&:empty': { display: 'none' } }}>
        {note}
      </Typography>
    </Box>
  );
}
