import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { formatCount } from '~/lib/format';
import { AlertIcon, CheckCircleIcon, InfoIcon, UndoIcon } from '~/ui/icons';

import type { ImportSnapshot } from '../api';
import { countOf } from '../format';
import { createdOf, keptOf } from '../modes';

/** The outcome in words. */
export function Verdict({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { mode, state, changed, unchanged, errorCount, undone } = snapshot;
  const created = createdOf(snapshot);
  const kept = keptOf(snapshot);
  const isUndone = state === 'undone';
  const updates = mode !== 'create';
  const lines = [
    { shown: isUndone, color: 'text.secondary', Icon: UndoIcon, text: `${countOf(undone, 'row', 'rows')} undone` },
    { shown: isUndone && kept > 0, color: 'warning.main', Icon: InfoIcon, text: `${countOf(kept, 'row', 'rows')} not undone` },
    { shown: !isUndone && mode !== 'update' && (created > 0 || errorCount === 0), color: 'success.main', Icon: CheckCircleIcon, text: `Successfully created ${formatCount(created)} user(s)` },
    { shown: !isUndone && updates, color: 'success.main', Icon: CheckCircleIcon, text: `Successfully updated ${formatCount(changed)} user(s)` },
    { shown: updates && unchanged > 0, color: 'text.secondary', Icon: CheckCircleIcon, text: `${formatCount(unchanged)} user(s) unchanged` },
    {
      shown: errorCount > 0,
      color: 'error.main',
      Icon: AlertIcon,
      text: updates ? `${formatCount(errorCount)} row(s) failed` : `${formatCount(errorCount)} user(s) failed to create`,
    },
  ];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.75, px: { xs: 2, sm: 2.5 }, py: 1.75, borderBottom: 1, borderColor: 'divider' }}>
      {lines
        .filter(({ shown }) => shown)
        .map(({ color, Icon, text }) => (
          <Typography key={text} variant="body2" sx={{ display: 'flex', alignItems: 'center', gap: 1, fontWeight: 500 }}>
            <Icon sx={{ fontSize: 18, color }} />
            {text}
          </Typography>
        ))}
    </Box>
  );
}
