import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';

import { formatCount, formatMoment } from '~/lib/format';
import { type Figure, Figures } from '~/ui/Figures';

import type { ImportSnapshot } from '../api';
import { createdOf, keptOf } from '../modes';
import { InviteAgain } from './InviteAgain';
import { UndoImport } from './UndoImport';
import { Verdict } from './Verdict';

function invitationNote(snapshot: ImportSnapshot): string {
  const { invite, inviteAt, invitationsLeft } = snapshot;
  if (invite) return `of ${formatCount(createdOf(snapshot))}${invitationsLeft > 0 ? `, ${formatCount(invitationsLeft)} on their way` : ''}`;
  return inviteAt === null ? 'Not invited yet' : `From ${formatMoment(inviteAt)}`;
}

function figuresOf(snapshot: ImportSnapshot): readonly Figure[] {
  const { mode, state, totalRows, changed, unchanged, errorCount, failedCount, invited, undone } = snapshot;
  const note = `${formatCount(errorCount - failedCount)} invalid, ${formatCount(failedCount)} while ${mode === 'create' ? 'creating' : 'processing'}`;
  // What was done, and is not any more, is no success.
  const done = state === 'undone' ? {} : ({ tone: 'success' } as const);
  const created: Figure = { term: 'Users Created', value: formatCount(createdOf(snapshot)), ...done };
  const updated: Figure = { term: 'Updated', value: formatCount(changed), ...done, note: `${formatCount(unchanged)} unchanged` };
  return [
    ...(mode === 'update' ? [] : [created]),
    ...(mode === 'create' ? [] : [updated]),
    ...(state === 'undone' ? [{ term: 'Undone', value: formatCount(undone), note: `${formatCount(keptOf(snapshot))} not undone` }] : []),
    { term: 'Failed', value: formatCount(errorCount), tone: 'error', ...(errorCount > 0 && { note }) },
    { term: 'Total Records', value: formatCount(totalRows) },
    ...(mode === 'update' ? [] : [{ term: 'Invited so far', value: formatCount(invited), note: invitationNote(snapshot) }]),
  ];
}

/** What an import has come to, and what can be done about it. */
export function Totals({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  return (
    <Paper variant="outlined" component="section" aria-label="Totals" sx={{ overflow: 'hidden' }}>
      <Verdict snapshot={snapshot} />
      <Figures figures={figuresOf(snapshot)} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1, px: { xs: 1, sm: 1.5 }, py: 1.25, borderTop: 1, borderColor: 'divider', '&:empty': { display: 'none' } }}>
        <InviteAgain snapshot={snapshot} />
        <UndoImport snapshot={snapshot} />
      </Box>
    </Paper>
  );
}
