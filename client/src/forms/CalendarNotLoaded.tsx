import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';

import { useOnline } from '~/lib/useOnline';
import type { FailureProps } from '~/ui/lazyChunk';

interface CalendarNotLoadedProps extends FailureProps {
  readonly focusDay: boolean;
}

/** In place of the calendar. The arrow keys lead into it as they lead into the days. */
export function CalendarNotLoaded({ focusDay, onRetry }: CalendarNotLoadedProps) {
  const online = useOnline();
  return (
    <Box role="alert" sx={{ display: 'grid', placeItems: 'center', alignContent: 'center', minHeight: 290, maxWidth: 252, textAlign: 'center' }}>
      <Typography variant="body2" sx={{ mb: 1.5 }}>
        {online
          ? 'The calendar could not be loaded.'
          : 'You are offline, and the calendar is not on this device yet. It appears when you are online again.'}
      </Typography>
      <Button
        ref={(button) => {
          if (focusDay) button?.focus();
        }}
        size="small"
        variant="outlined"
        onClick={onRetry}
      >
        Try again
      </Button>
    </Box>
  );
}
