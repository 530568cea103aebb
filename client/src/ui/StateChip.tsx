import type { MessageDescriptor } from '@lingui/core';
import { t } from '@lingui/core/macro';
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
  readonly label: MessageDescriptor;
}

export function StateChip({ tone, label }: ChipLook) {
  return <Chip size="small" label={t(label)} sx={tones[tone]} />;
}
