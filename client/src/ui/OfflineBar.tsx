import { Trans } from '@lingui/react/macro';
import { Box, Typography } from '@mui/material';

import { useOnline } from '~/lib/useOnline';
import { layout } from '~/theme/tokens';

/** What reaches to the bottom of the window ends above the bar, however many lines that has. */
function keepRoom(bar: HTMLElement | null) {
  if (bar === null) return undefined;
  const { style } = document.documentElement;
  const measure = () => style.setProperty('--wm-offline-bar', `${Math.max(bar.offsetHeight, layout.offlineBar)}px`);
  const observer = new ResizeObserver(measure);
  observer.observe(bar);
  measure();
  return () => {
    observer.disconnect();
    style.removeProperty('--wm-offline-bar');
  };
}

function Bar() {
  return (
    <Box
      ref={keepRoom}
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
