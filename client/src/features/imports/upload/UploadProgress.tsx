import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';

import { radius } from '~/theme/tokens';
import { FileIcon } from '~/ui/icons';

import { formatBytes } from '../format';

interface UploadProgressProps {
  readonly file: File;
  /** 0 to 1. */
  readonly share: number;
  readonly onCancel: () => void;
}

/** The progress of an upload, in place of the drop zone. */
export function UploadProgress({ file, share, onCancel }: UploadProgressProps) {
  const arrived = share === 1;
  const percent = Math.floor(share * 100);
  return (
    <Box sx={{ display: 'grid', alignContent: 'center', height: '100%', minHeight: 260, px: { xs: 2, sm: 4 }, border: 1, borderColor: 'surface.line', borderRadius: radius.panel, bgcolor: 'background.paper' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <FileIcon sx={{ color: 'text.secondary' }} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" component="p" sx={{ overflowWrap: 'anywhere' }}>
            {file.name}
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {formatBytes(file.size)}
          </Typography>
        </Box>
        <Button variant="outlined" size="small" onClick={onCancel}>
          Cancel
        </Button>
      </Box>
      <LinearProgress
        aria-label="Upload progress"
        {...(arrived ? { variant: 'indeterminate' } : { variant: 'determinate', value: percent })}
      />
      <Typography role="status" variant="caption" sx={{ mt: 1, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {arrived && 'Received. The server is reading the file…'}
        {!arrived && <span aria-hidden>{percent}% uploaded</span>}
      </Typography>
    </Box>
  );
}
