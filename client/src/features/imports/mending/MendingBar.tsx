import { Box, Button, IconButton, Typography } from '@mui/material';

import { ProgressButton } from '~/ui/ProgressButton';
import { CloseIcon, UndoIcon } from '~/ui/icons';
import { useIsMobile } from '~/ui/rowsAsCards';
import { countOf } from '~/lib/format';

import { shownValue } from './fields';
import type { ApplyToAll } from './useCellSaves';
import type { Mending } from './useMending';

const bar = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5, minHeight: 32 } as const;

function Selected({ mending: { selection, deletion } }: { readonly mending: Mending }) {
  const { length } = selection.selected;
  return (
    <Box role="group" aria-label="Selected rows" sx={bar}>
      <Typography variant="body2" role="status" sx={{ flex: { xs: '1 0 100%', sm: '0 0 auto' }, fontWeight: 500, fontVariantNumeric: 'tabular-nums' }}>
        {countOf(length, 'row', 'rows')} selected
      </Typography>
      <Button size="small" variant="outlined" color="error" onClick={deletion.ask}>
        Delete {countOf(length, 'Row', 'Rows')}
      </Button>
      <Button size="small" variant="text" color="inherit" onClick={selection.clear}>
        Clear selection
      </Button>
    </Box>
  );
}

function Offer({ everywhere: { offer, applying, apply, dismiss } }: { readonly everywhere: ApplyToAll }) {
  if (offer === null) return null;
  const { field, from, to, rows } = offer;
  return (
    <Box role="group" aria-label="The same change in other rows" sx={bar}>
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {shownValue(field, from)} → {shownValue(field, to)}
      </Typography>
      <ProgressButton size="small" variant="outlined" busy={applying} onClick={apply}>
        {rows === 1 ? 'Apply to the other row with this value' : `Apply to all ${countOf(rows, 'row', 'rows')} with this value`}
      </ProgressButton>
      <IconButton size="small" aria-label="Change only this row" onClick={dismiss}>
        <CloseIcon sx={{ fontSize: 18 }} />
      </IconButton>
    </Box>
  );
}

/** On a phone, where a line is too much for it. */
export function UndoIconButton({ last }: Pick<Mending, 'last'>) {
  if (last.what === null) return null;
  return (
    <IconButton aria-label={`Undo ${last.what}`} aria-busy={last.undoing || undefined} onClick={last.undo}>
      <UndoIcon sx={{ fontSize: 20 }} />
    </IconButton>
  );
}

/** What can be done with the selected rows, with the value just changed, and to take the last change back. */
export function MendingBar({ mending }: { readonly mending: Mending }) {
  const { selection, last, everywhere } = mending;
  const isSelecting = selection.selected.length > 0;
  const hasUndo = !useIsMobile() && last.what !== null;
  if (!isSelecting && !hasUndo && everywhere.offer === null) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1 }}>
      {isSelecting && <Selected mending={mending} />}
      {!isSelecting && <Offer everywhere={everywhere} />}
      {hasUndo && (
        <Box sx={bar}>
          <ProgressButton
            size="small"
            variant="text"
            color="inherit"
            busy={last.undoing}
            startIcon={<UndoIcon sx={{ fontSize: 16 }} />}
            onClick={last.undo}
            sx={{ mx: -1.5, whiteSpace: 'normal', textAlign: 'left' }}
          >
            Undo {last.what}
          </ProgressButton>
        </Box>
      )}
    </Box>
  );
}
