import { t } from '@lingui/core/macro';
import { Box, Typography } from '@mui/material';
import { type ComponentProps, type ReactNode, useRef } from 'react';

import { ConfirmButton } from './ConfirmDialog';
import { padding } from './Panel';
import { ProgressButton } from './ProgressButton';
import { Note } from './Text';
import { useFocusOnChange } from './useFocusOnChange';

interface ImageFieldProps {
  readonly label: string;
  readonly note: string;
  readonly image: ReactNode;
  readonly chooseLabel: string;
  readonly busy: boolean;
  readonly onChoose: (file: File) => Promise<unknown>;
  /** How the image is removed; false where there is none. */
  readonly removal: false | Pick<ComponentProps<typeof ConfirmButton>, 'title' | 'children' | 'busy' | 'onConfirm'>;
  readonly children?: ReactNode;
}

/** An image that is chosen, replaced and removed. */
export function ImageField({ label, note, image, chooseLabel, busy, onChoose, removal, children }: ImageFieldProps) {
  const input = useRef<HTMLInputElement | null>(null);
  const chooseButton = useFocusOnChange<HTMLButtonElement>(String(removal === false));
  return (
    <Box component="section" aria-label={label} sx={{ ...padding, display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        {image}
        <Box sx={{ flex: '1 1 240px' }}>
          <Typography variant="subtitle2" component="h3">
            {label}
          </Typography>
          <Note>{note}</Note>
        </Box>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          hidden
          aria-label={label}
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = '';
            if (file !== undefined) void onChoose(file);
          }}
        />
        <ProgressButton ref={chooseButton} variant="outlined" busy={busy} busyLabel={t`Saving…`} onClick={() => input.current?.click()}>
          {chooseLabel}
        </ProgressButton>
        {removal !== false && (
          <ConfirmButton label={t`Remove`} button={{ variant: 'text', size: 'medium', color: 'error' }} destructive {...removal} />
        )}
      </Box>
      {children}
    </Box>
  );
}
