import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

import type { Change } from '~/lib/changes';
import { ChangeList } from '~/ui/ChangeList';
import { CheckCircleIcon } from '~/ui/icons';

interface SavedNoteProps {
  /** Null where nothing was saved; empty where there was nothing to save. */
  readonly saved: readonly Change[] | null;
  readonly pendingEmail: string | null;
}

/** What a save has changed. Rendered empty first, so that it is announced. */
export function SavedNote({ saved, pendingEmail }: SavedNoteProps) {
  const waits = pendingEmail !== null;
  return (
    <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
      {saved !== null && (
        <Alert severity="success" role="presentation" icon={<CheckCircleIcon fontSize="small" />}>
          {saved.length > 0 ? 'Saved:' : waits ? 'Saved. The new email waits to be confirmed.' : 'Nothing to save: nothing has changed.'}
          <ChangeList changes={saved} />
        </Alert>
      )}
    </Box>
  );
}
