import { Checkbox } from '@mui/material';

/** Selects a row or takes it out; `reach`: with all rows from the last one that was pressed. */
export type OnSelect = (userId: string, options: { readonly reach: boolean }) => void;

export const SELECT_PAGE = 'Select all on this page';

interface SelectBoxProps {
  readonly label: string;
  readonly state: 'none' | 'some' | 'all';
  /** `reach`: the shift key was pressed. */
  readonly onToggle: (reach: boolean) => void;
}

const box = { p: 0.5, my: -0.5, ml: -1 } as const;

export function SelectBox({ label, state, onToggle }: SelectBoxProps) {
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
      slotProps={{ input: { 'aria-label': label } }}
      sx={box}
    />
  );
}
