import useMediaQuery from '@mui/material/useMediaQuery';

import { layout } from '~/theme/tokens';

/** Whether rows are cards here. */
export function useIsNarrow(): boolean {
  return useMediaQuery(`(max-width: ${layout.mobile - 0.05}px)`, { noSsr: true });
}
