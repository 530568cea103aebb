import { t } from '@lingui/core/macro';
import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';

import { BRAND_NAME } from '~/lib/brand';
import { copyText, saveFile } from '~/lib/saveFile';

import { Note } from './Text';

export function KeptCodes({ codes }: { readonly codes: readonly string[] }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    setSaid((await copyText(codes.join('\n'))) ? t`Copied` : t`Copying did not work here. Select the codes instead.`);
  };
  const download = () => {
    saveFile(new Blob([`${t`${BRAND_NAME} recovery codes`}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }), 'recovery-codes.txt');
    setSaid(t`Saved as recovery-codes.txt`);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Note>
        {t`With one of these codes you log in when your phone is lost or broken. Each works once. Keep them where you keep other important papers: they are not shown again.`}
      </Note>
      <Box
        component="ul"
        aria-label={t`Recovery codes`}
        sx={{
          m: 0,
          p: 2,
          listStyle: 'none',
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(130px, 1fr))',
          gap: 1,
          bgcolor: 'surface.sunken',
          fontFamily: 'monospace',
          fontSize: '1rem',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" onClick={() => void copy()}>
          {t`Copy`}
        </Button>
        <Button variant="outlined" onClick={download}>
          {t`Download`}
        </Button>
        <Button variant="outlined" onClick={() => window.print()}>
          {t`Print`}
        </Button>
      </Box>
      <Typography role="status" variant="caption" sx={{ minHeight: 20 }}>
        {said}
      </Typography>
    </Box>
  );
}
