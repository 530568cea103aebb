import { Checkbox } from '@mui/material';
import type { InputHTMLAttributes } from 'react';

interface SelectBoxProps {
  readonly label: string;
  readonly state: 'none' | 'some' | 'all';
  /** `reach`: the shift key was pressed. */
  readonly onToggle: (reach: boolean) => void;
  /** Further attributes of the input. */
  readonly input?: InputHTMLAttributes<HTMLInputElement>;
  readonly sx: object;
}

/** Selects a row, or all of a page. */
export function SelectBox({ label, state, onToggle, input, sx }: SelectBoxProps) {
  return (
    <Checkbox
      size="small"
      checked={state === 'all'}
      indeterminate={state === 'some'}
      // A press with shift would select text.
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
      onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      slotProps={{ input: { ...input, 'aria-label': label } }}
      sx={{ p: 0.5, ...sx }}
    />
  );
}

/** How much of so many rows is selected. */
export const selectedOf = (selected: number, all: number): SelectBoxProps['state'] => (selected === 0 ? 'none' : selected === all ? 'all' : 'some');
