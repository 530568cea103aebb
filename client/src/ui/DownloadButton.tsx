import type { ButtonProps } from '@mui/material';

import { type SavedFile, useSaveFileMutation } from '~/api/download';

import { DownloadIcon } from './icons';
import { ProgressButton } from './ProgressButton';
import { useAct } from './toasts/useAct';

interface DownloadButtonProps extends Pick<ButtonProps, 'variant' | 'color' | 'size' | 'fullWidth' | 'aria-label'> {
  readonly file: SavedFile;
  readonly failure: string;
  readonly children: string;
}

export function DownloadButton({ file, failure, size = 'small', ...button }: DownloadButtonProps) {
  const { act, busy } = useAct(useSaveFileMutation(), failure);
  return (
    <ProgressButton
      variant="outlined"
      size={size}
      {...button}
      busy={busy}
      startIcon={<DownloadIcon sx={{ fontSize: size === 'small' ? 18 : 20 }} />}
      onClick={() => void act(file)}
    />
  );
}
