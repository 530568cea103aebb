import Alert from '@mui/material/Alert';

import { labelOf } from '~/lib/people';

import { FIELD_LABELS } from '../api';
import type { CellSaves } from './useCellSaves';

/** What was being typed into a row that is gone from the page. */
export function LostText({ saves: { lost, dropLost }, filtered }: { readonly saves: CellSaves; readonly filtered: boolean }) {
  if (lost === null) return null;
  const { by, position, field, text } = lost;
  const what = by === undefined ? 'This cell was closed' : `${by} ${filtered ? 'changed or deleted' : 'deleted'} this row`;
  return (
    <Alert severity="warning" onClose={dropLost} sx={{ overflowWrap: 'anywhere' }}>
      {what} meanwhile (row {position}, {FIELD_LABELS[field].toLowerCase()}). Your text: <strong>{labelOf(field, text)}</strong>
    </Alert>
  );
}
