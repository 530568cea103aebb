import { Chip } from '@mui/material';

const tones = {
  info: { bgcolor: 'soft.info', color: 'info.main' },
  success: { bgcolor: 'soft.success', color: 'success.main' },
  warning: { bgcolor: 'soft.warning', color: 'warning.main' },
  danger: { bgcolor: 'soft.danger', color: 'error.main' },
  quiet: { bgcolor: 'surface.sunken', color: 'text.secondary' },
} as const;

export interface ChipLook {
  readonly tone: keyof typeof tones;
  readonly label: string;
}

export function StateChip({ tone, label }: ChipLook) {
  return <Chip size="small" label={label} sx={tones[tone]} />;
}
