import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { useClaims } from '~/api/session/slice';

import type { ImportRow } from '../api';
import { FileLine } from '../components/FileLine';
import { RowVerdict } from './RowVerdict';

/** Whose edit a row is, where it was edited. */
export function EditedBy({ row, now }: { readonly row: ImportRow; readonly now: string | undefined }) {
  const own = useClaims()?.userId;
  const { editedBy } = row;
  if (editedBy === null && now === undefined) return null;
  const earlier = editedBy?.id === own ? 'Edited by you' : `Edited by ${editedBy?.fullName ?? ''}`;
  return (
    <Typography
      variant="caption"
      component="span"
      sx={{ display: 'block', overflowWrap: 'anywhere', color: now === undefined ? 'text.secondary' : 'primary.main', fontWeight: now === undefined ? 400 : 600 }}
    >
      {now === undefined ? earlier : `${now} is editing`}
    </Typography>
  );
}

/** The row's number, its line in the file, its verdict and who has edited it. */
export function RowHead({ row, now }: { readonly row: ImportRow; readonly now: string | undefined }) {
  return (
    <Box sx={{ minWidth: 0, fontVariantNumeric: 'tabular-nums' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 0.75 }}>
        {row.position}
        <FileLine row={row} />
      </Box>
      <RowVerdict row={row} />
      <EditedBy row={row} now={now} />
    </Box>
  );
}
