import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';

import { type SavedFile, useSaveFileMutation } from '~/api/download';
import { saveFile } from '~/lib/saveFile';
import { translated } from '~/lib/sentences';

import { ProgressButton } from './ProgressButton';
import { useAct } from './toasts/useAct';

interface ExportButtonsProps {
  /** Null for the own account. */
  readonly userId: string | null;
  readonly failure: string;
  readonly size?: 'small' | 'medium';
}

/** The server has the sentences of notifications and results in English, and marks them. */
async function savePage(page: File): Promise<void> {
  const { documentElement: root } = new DOMParser().parseFromString(await page.text(), 'text/html');
  for (const stored of root.querySelectorAll('span[lang="en"]')) {
    const text = translated(stored.textContent);
    if (text !== stored.textContent) stored.replaceWith(text);
  }
  // oxlint-disable-next-line lingui/no-unlocalized-strings -- It is markup.
  saveFile(new Blob(['<!doctype html>', root.outerHTML], { type: 'text/html' }), page.name);
}

/** All that is stored about a user: a page to read and print, or data for programs. */
export function ExportButtons({ userId, failure, size = 'medium' }: ExportButtonsProps) {
  const saving = useSaveFileMutation();
  const { act, busy } = useAct(saving, failure);
  const button = (format: 'html' | 'json', variant: 'outlined' | 'text', label: string) => {
    const url = `/api/v1/users/${encodeURIComponent(userId ?? 'profile')}/data.json`;
    const file: SavedFile = { url, params: { format }, name: `personal-data.${format}`, ...(format === 'html' && { take: (page) => void savePage(page) }) };
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
