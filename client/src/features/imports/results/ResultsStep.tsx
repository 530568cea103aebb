import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';

import { messageOf } from '~/api/problem';
import { formatCount } from '~/lib/format';
import { useListParams } from '~/lib/useListParams';
import { EmptyState } from '~/ui/EmptyState';
import { Figures } from '~/ui/Figures';
import { AlertIcon, CheckCircleIcon, DownloadIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { type ImportSnapshot, useSaveFailedRowsMutation } from '../api';
import { FilterPills } from '../components/FilterPills';
import { PagedRows } from '../components/PagedRows';
import { InviteNow } from './InviteNow';
import { ResultRows } from './ResultRows';

const FILTERS = ['created', 'failed'] as const;
const nothing = { all: 'The file had no rows left.', created: 'No user was created.', failed: 'No row failed.' } as const;

/** "staff.csv" -> "staff-failed.csv". */
function failedFileName(fileName: string): string {
  return `${fileName.replace(/\.[^.]*$/u, '')}-failed.csv`;
}

function DownloadFailedRows({ importId, fileName }: { readonly importId: string; readonly fileName: string }) {
  const toasts = useToasts();
  const [download, { isLoading }] = useSaveFailedRowsMutation();
  const save = async () => {
    const { error } = await download({ importId, fileName: failedFileName(fileName) });
    if (error !== undefined) toasts.error(messageOf(error, 'The failed rows could not be downloaded.'));
  };
  return (
    <ProgressButton
      variant="outlined"
      size="small"
      busy={isLoading}
      startIcon={<DownloadIcon sx={{ fontSize: 18 }} />}
      onClick={() => void save()}
    >
      Download Failed Rows
    </ProgressButton>
  );
}

interface VerdictProps {
  readonly successCount: number;
  readonly errorCount: number;
}

/** The outcome in words. */
function Verdict({ successCount, errorCount }: VerdictProps) {
  const lines = [
    { shown: successCount > 0 || errorCount === 0, color: 'success.main', Icon: CheckCircleIcon, text: `Successfully created ${formatCount(successCount)} user(s)` },
    { shown: errorCount > 0, color: 'error.main', Icon: AlertIcon, text: `${formatCount(errorCount)} user(s) failed to create` },
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

const bar = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1,
  px: { xs: 1, sm: 1.5 },
  py: 1.25,
  borderBottom: 1,
  borderColor: 'divider',
} as const;

/** The results of an import: counts, invitations, rows. */
export function ResultsStep({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { id, fileName, state, totalRows, successCount, errorCount, failedCount, invalidRows, invite, invited } = snapshot;
  const { view, change, setPage, correctPage } = useListParams({ status: FILTERS });
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <InviteNow snapshot={snapshot} />
      <Paper variant="outlined" component="section" aria-label="Totals" sx={{ overflow: 'hidden' }}>
        <Verdict successCount={successCount} errorCount={errorCount} />
        <Figures
          figures={[
            { term: 'Users Created', value: formatCount(successCount), tone: 'success' },
            {
              term: 'Failed',
              value: formatCount(errorCount),
              tone: 'error',
              ...(errorCount > 0 && { note: `${formatCount(invalidRows)} invalid, ${formatCount(failedCount)} while creating` }),
            },
            { term: 'Total Records', value: formatCount(totalRows) },
            { term: 'Invited so far', value: formatCount(invited), note: invite ? `of ${formatCount(successCount)}` : 'Not invited yet' },
          ]}
        />
      </Paper>
      <Paper variant="outlined" component="section" aria-label="Rows" sx={{ overflow: 'hidden' }}>
        <Box sx={bar}>
          <FilterPills
            label="Which rows are shown"
            chosen={view.status}
            onChoose={(status) => {
              change({ status });
            }}
            options={[
              { filter: null, label: 'All rows', count: totalRows },
              { filter: 'created', label: 'Created', count: successCount },
              { filter: 'failed', label: 'Failed', count: errorCount },
            ]}
          />
          {errorCount > 0 && <DownloadFailedRows importId={id} fileName={fileName} />}
        </Box>
        <PagedRows
          key={state}
          inviting={invite && invited < successCount}
          importId={id}
          filter={view.status}
          page={view.page}
          onPage={setPage}
          onCorrectPage={correctPage}
          rowHeight={45}
          empty={<EmptyState title="No rows to show">{nothing[view.status ?? 'all']}</EmptyState>}
        >
          {(rows) => <ResultRows rows={rows} />}
        </PagedRows>
      </Paper>
    </Box>
  );
}
