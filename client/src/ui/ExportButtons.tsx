import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';

import { useSaveFileMutation } from '~/api/download';

import { ProgressButton } from './ProgressButton';
import { useAct } from './toasts/useAct';

interface ExportButtonsProps {
  /** Null for the own account. */
  readonly userId: string | null;
  readonly failure: string;
  readonly size?: 'small' | 'medium';
}

/** All that is stored about a user: a page to read and print, or data for programs. */
export function ExportButtons({ userId, failure, size = 'medium' }: ExportButtonsProps) {
  const saving = useSaveFileMutation();
  const { act, busy } = useAct(saving, failure);
  const button = (format: 'html' | 'json', variant: 'outlined' | 'text', label: string) => {
    const file = { url: `/api/v1/users/${encodeURIComponent(userId ?? 'profile')}/data.json`, params: { format }, name: `personal-data.${format}` };
    return (
      <ProgressButton variant={variant} size={size} busy={busy && saving[1].originalArgs?.name === file.name} busyLabel={t`Exporting…`} onClick={() => void act(file)}>
        {label}
      </ProgressButton>
    );
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {button('html', 'outlined', t`Export data`)}
      {button('json', 'text', t`Export as JSON`)}
    </Box>
  );
}
