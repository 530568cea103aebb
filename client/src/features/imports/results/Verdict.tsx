import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { formatCount } from '~/lib/format';
import { AlertIcon, CheckCircleIcon } from '~/ui/icons';

import type { ImportSnapshot } from '../api';
import { createdOf } from '../modes';

/** The outcome in words. */
export function Verdict({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { mode, changed, unchanged, errorCount } = snapshot;
  const created = createdOf(snapshot);
  const updates = mode !== 'create';
  const lines = [
    { shown: mode !== 'update' && (created > 0 || errorCount === 0), color: 'success.main', Icon: CheckCircleIcon, text: `Successfully created ${formatCount(created)} user(s)` },
    { shown: updates, color: 'success.main', Icon: CheckCircleIcon, text: `Successfully updated ${formatCount(changed)} user(s)` },
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
