import { Box, Button, Typography } from '@mui/material';

import { copyText } from '~/lib/saveFile';
import { useToasts } from '~/ui/toasts/slice';

interface CopyLineProps {
  readonly label: string;
  readonly text: string;
}

/** A text that is to be entered elsewhere. */
export function CopyLine({ label, text }: CopyLineProps) {
  const toasts = useToasts();
  const copy = async () => {
    if (await copyText(text)) toasts.success('Copied');
    else toasts.error('Your browser does not allow copying. Please select the text.');
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Box sx={{ minWidth: 0, flex: '1 1 240px' }}>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {label}
        </Typography>
        <Typography variant="body2" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      </Box>
      <Button size="small" variant="outlined" aria-label={`Copy: ${label}`} onClick={() => void copy()}>
        Copy
      </Button>
    </Box>
  );
}
