import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';

import { formatCount } from '~/lib/format';
import { radius } from '~/theme/tokens';

import type { ImportSummary } from '../api';
import { formatTimeLeft } from '../format';
import { createdOf } from '../modes';
import { isOpen, shareDone } from '../states';
import { StateChip } from './StateChip';

/** An import's progress in one line. */
function lineOf(summary: ImportSummary): string {
  const { state, checkedRows, totalRows, validRows, successCount, changed, unchanged, errorCount, etaSeconds, invalidRows, undone } = summary;
  if (state === 'validating') return `${formatCount(checkedRows)} of ${formatCount(totalRows)} rows checked`;
  if (state === 'ready') return `${formatCount(validRows)} valid, ${formatCount(invalidRows)} invalid`;
  if (state === 'undoing' || state === 'undone') return `${formatCount(undone)} of ${formatCount(successCount - unchanged)} undone`;
  const updated = changed > 0 ? `${formatCount(changed)} updated, ` : '';
  const counts = `${formatCount(createdOf(summary))} created, ${updated}${formatCount(errorCount)} failed`;
  return state === 'processing' && etaSeconds !== null ? `${counts}, ${formatTimeLeft(etaSeconds)} left` : counts;
}

interface TrayItemProps {
  readonly summary: ImportSummary;
  readonly onOpen?: () => void;
}

export function TrayItem({ summary, onOpen }: TrayItemProps) {
  const { id, fileName, state } = summary;
  return (
    <li>
      <ButtonBase
        component={Link}
        to={`/dashboard/users/imports/${id}`}
        onClick={onOpen}
        sx={{ display: 'block', width: '100%', p: 1.25, borderRadius: radius.control, textAlign: 'left', '&:hover': { bgcolor: 'surface.sunken' } }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
          <Typography variant="body2" component="span" sx={{ flex: 1, fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {fileName}
          </Typography>
          <StateChip summary={summary} />
        </Box>
        {isOpen(state) && (
          <LinearProgress variant="determinate" value={shareDone(summary) * 100} aria-label={`Progress of ${fileName}`} />
        )}
        <Typography variant="caption" component="span" sx={{ display: 'block', mt: 0.75, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {lineOf(summary)}
        </Typography>
      </ButtonBase>
    </li>
  );
}
