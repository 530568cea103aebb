import { Box, type SvgIcon } from '@mui/material';

import type { StageColour, StageKind } from '~/api/generated/serverApi';
import { orNewer } from '~/lib/orNewer';

import { ArrowRightIcon, CheckIcon, ClockIcon, CloseIcon } from './icons';
import { roundMark } from './roundMark';

const INKS = orNewer<Readonly<Record<StageColour, string>>>(
  {
    grey: 'text.secondary',
    blue: 'info.main',
    violet: 'stage.violet',
    teal: 'primary.main',
    amber: 'warning.main',
    lime: 'stage.lime',
    green: 'success.main',
    red: 'error.main',
  },
  'text.secondary',
);

const SIGNS = orNewer<Readonly<Record<StageKind, typeof SvgIcon>>>({ entry: ClockIcon, open: ArrowRightIcon, won: CheckIcon, lost: CloseIcon }, () => ClockIcon);

/** The colour of a stage with a sign of its kind; both are said in words beside it. */
export function StageMark({ kind, colour }: { readonly kind: string; readonly colour: string }) {
  const Sign = SIGNS[kind as StageKind];
  return (
    <Box aria-hidden component="span" sx={{ ...roundMark, bgcolor: INKS[colour as StageColour], color: 'background.paper' }}>
      <Sign sx={{ fontSize: 15 }} />
    </Box>
  );
}
