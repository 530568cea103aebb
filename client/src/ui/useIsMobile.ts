import { useMediaQuery } from '@mui/material';

import { layout } from '~/theme/tokens';

/** Whether the window is as narrow as a phone's: the sidebar is a drawer, and rows are cards. */
export function useIsMobile(): boolean {
  return useMediaQuery(`(max-width: ${layout.mobile - 0.05}px)`, { noSsr: true });
}
