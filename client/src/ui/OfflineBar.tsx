import { Trans } from '@lingui/react/macro';
import { Box, Typography } from '@mui/material';
import { useEffect } from 'react';

import { useOnline } from '~/lib/useOnline';
import { layout } from '~/theme/tokens';

function Bar() {
  // What reaches to the bottom of the window ends above the bar.
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--wm-offline-bar', `${layout.offlineBar}px`);
    return () => {
      style.removeProperty('--wm-offline-bar');
    };
  }, []);
  return (
    <Box
      role="alert"
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 'appBar',
        display: 'grid',
        placeItems: 'center',
        minHeight: layout.offlineBar,
        px: 2,
        py: 0.5,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'soft.warning',
      }}
    >
      <Typography variant="body2" sx={{ textAlign: 'center', textWrap: 'pretty' }}>
        <Trans>
          <strong>You are offline.</strong> Pages that you have opened still work; changes can be saved once you are online again.
        </Trans>
      </Typography>
    </Box>
  );
}

export function OfflineBar() {
  return useOnline() ? null : <Bar />;
}
