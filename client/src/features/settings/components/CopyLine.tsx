import { t } from '@lingui/core/macro';
import { Box, Button, Typography } from '@mui/material';

import { copyText } from '~/lib/saveFile';
import { Caption } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';

export function CopyLine({ label, text }: { readonly label: string; readonly text: string }) {
  const toasts = useToasts();
  const copy = async () => {
    if (await copyText(text)) toasts.success(t`Copied`);
    else toasts.error(t`Your browser does not allow copying. Please select the text.`);
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Box sx={{ minWidth: 0, flex: '1 1 240px' }}>
        <Caption>{label}</Caption>
        <Typography variant="body2" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      </Box>
      <Button size="small" variant="outlined" aria-label={t`Copy: ${label}`} onClick={() => void copy()}>
        {t`Copy`}
      </Button>
    </Box>
  );
}
