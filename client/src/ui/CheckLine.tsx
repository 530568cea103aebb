import { Checkbox, type CheckboxProps, FormControlLabel } from '@mui/material';

interface CheckLineProps extends Pick<CheckboxProps, 'size' | 'sx'> {
  readonly label: string;
  readonly checked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
}

export function CheckLine({ label, checked, onCheck, size = 'small', sx }: CheckLineProps) {
  return <FormControlLabel control={<Checkbox size={size} checked={checked} onChange={(_event, isChecked) => onCheck(isChecked)} />} label={label} sx={sx ?? null} />;
}
