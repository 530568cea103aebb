import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';

import { useExportDataMutation } from '~/api/download';

import { ProgressButton } from './ProgressButton';
import { useAct } from './toasts/useAct';

interface ExportButtonsProps {
  /** Null for the own account. */
  readonly userId: string | null;
  readonly failure: string;
  readonly size?: 'small' | 'medium';
}

export function ExportButtons({ userId, failure, size = 'medium' }: ExportButtonsProps) {
  const exporting = useExportDataMutation();
  const { act, busy } = useAct(exporting, failure);
  const format = exporting[1].originalArgs?.format;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <ProgressButton variant="outlined" size={size} busy={busy && format === 'html'} busyLabel={t`Exporting…`} onClick={() => void act({ userId, format: 'html' })}>
        {t`Export data`}
      </ProgressButton>
      <ProgressButton variant="text" size={size} busy={busy && format === 'json'} busyLabel={t`Exporting…`} onClick={() => void act({ userId, format: 'json' })}>
        {t`Export as JSON`}
      </ProgressButton>
    </Box>
  );
}
