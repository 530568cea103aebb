import { Box, Tooltip, Typography } from '@mui/material';

import { formatCount } from '~/lib/format';
import { radius } from '~/theme/tokens';
import { Panel } from '~/ui/Panel';

import type { UserSummary } from '../api';

const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** "2026-11-08" -> "Nov 8". */
export function dayName(day: string): string {
  return days.format(new Date(`${day}T00:00:00Z`));
}

/** From here on a number is wider than its column, and only the highest is written out. */
const WIDE = 10_000;
/** The second as high as the profiles beside it. */
const HEIGHT = { xs: 148, md: 217 } as const;

interface ColumnProps {
  readonly day: string;
  readonly count: number;
  readonly most: number;
  readonly isHighest: boolean;
}

function Column({ day, count, most, isHighest }: ColumnProps) {
  const share = count === 0 ? 0 : Math.max(0.02, count / most);
  return (
    <Tooltip title={`${dayName(day)}: ${formatCount(count)}`} placement="top">
      <Box sx={{ display: 'flex', flex: 1, flexDirection: 'column', justifyContent: 'flex-end', minWidth: 0, height: '100%', '&:hover > :last-child': { bgcolor: count === 0 ? undefined : 'primary.dark' } }}>
        <Typography
          component="span"
          sx={{
            // In a narrow chart only the highest is labelled.
            visibility: { xs: isHighest ? 'visible' : 'hidden', sm: isHighest || most < WIDE ? 'visible' : 'hidden' },
            alignSelf: 'center',
            fontSize: '0.75rem',
            lineHeight: '18px',
            textAlign: 'center',
            color: 'text.secondary',
            fontVariantNumeric: 'tabular-nums',
            whiteSpace: 'nowrap',
          }}
        >
          {count === 0 ? '' : formatCount(count)}
        </Typography>
        <Box
          sx={{
            height: count === 0 ? 2 : `calc(${share} * (100% - 22px))`,
            borderRadius: count === 0 ? 0 : `${radius.mark} ${radius.mark} 0 0`,
            bgcolor: count === 0 ? 'surface.line' : 'primary.main',
            transition: 'height 280ms, background-color 120ms',
          }}
        />
      </Box>
    </Tooltip>
  );
}

function AsTable({ createdByDay }: Pick<UserSummary, 'createdByDay'>) {
  return (
    <table className="visually-hidden" aria-label="New accounts by day">
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">New accounts</th>
        </tr>
      </thead>
      <tbody>
        {createdByDay.map(({ day, count }) => (
          <tr key={day}>
            <th scope="row">{dayName(day)}</th>
            <td>{formatCount(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A column for each of the last days, as high as accounts were made. */
export function AccountsByDay({ createdByDay }: Pick<UserSummary, 'createdByDay'>) {
  const most = Math.max(1, ...createdByDay.map(({ count }) => count));
  const highest = createdByDay.find(({ count }) => count === most);
  const first = createdByDay.at(0);
  const last = createdByDay.at(-1);
  return (
    <Panel title="New accounts">
      <Box sx={{ position: 'relative', px: { xs: 2, sm: 2.5 }, pt: 2, pb: 1.75 }}>
        <Box aria-hidden sx={{ display: 'flex', alignItems: 'flex-end', gap: { xs: '3px', sm: '6px' }, height: HEIGHT }}>
          {createdByDay.map(({ day, count }) => (
            <Column key={day} day={day} count={count} most={most} isHighest={day === highest?.day} />
          ))}
        </Box>
        <Box aria-hidden sx={{ display: 'flex', justifyContent: 'space-between', mt: 1 }}>
          {[...new Set([first, last])].map(
            (edge) =>
              edge !== undefined && (
                <Typography key={edge.day} variant="caption" sx={{ color: 'text.secondary' }}>
                  {edge === last ? 'Today' : dayName(edge.day)}
                </Typography>
              ),
          )}
        </Box>
        <AsTable createdByDay={createdByDay} />
      </Box>
    </Panel>
  );
}
