import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';

import { messageOf } from '~/api/problem';
import { formatCount } from '~/lib/format';
import { EmptyState } from '~/ui/EmptyState';
import { AlertIcon, CheckCircleIcon, DownloadIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { type ImportSnapshot, useDownloadFailedRowsMutation } from '../api';
import { useTableParams } from '../useTableParams';
import { CountFilters } from './CountFilters';
import { Figures } from './Figures';
import { PagedRows } from './PagedRows';
import { Panel } from './Panel';
import { ResultRows } from './ResultRows';

const FILTERS = ['created', 'failed'] as const;
const nothing = { all: 'The file had no rows left.', created: 'No user was created.', failed: 'No row failed.' } as const;

/** "staff.csv" -> "staff-failed.csv". */
function failedFileName(fileName: string): string {
  return `${fileName.replace(/\.[^.]*$/u, '')}-failed.csv`;
}

function DownloadFailedRows({ importId, fileName }: { readonly importId: string; readonly fileName: string }) {
  const toasts = useToasts();
  const [download, { isLoading }] = useDownloadFailedRowsMutation();
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

/** What came of the import: counts, invitations, and each row. */
export function ResultsStep({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { id, fileName, state, totalRows, successCount, errorCount, failedCount, invalidRows, invited } = snapshot;
  const table = useTableParams(FILTERS);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'grid', gap: 1 }}>
        {successCount > 0 && (
          <Alert severity="success" role="note" icon={<CheckCircleIcon fontSize="small" />}>
            Successfully created {formatCount(successCount)} user(s)
          </Alert>
        )}
        {errorCount > 0 && (
          <Alert severity="error" role="note" icon={<AlertIcon fontSize="small" />}>
            {formatCount(errorCount)} user(s) failed to create
          </Alert>
        )}
      </Box>
      <Paper variant="outlined" component="section" aria-label="Totals" sx={{ overflow: 'hidden' }}>
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
            { term: 'Invited so far', value: formatCount(invited), note: `of ${formatCount(successCount)}` },
          ]}
        />
      </Paper>
      <Panel title="Rows" aside={errorCount > 0 && <DownloadFailedRows importId={id} fileName={fileName} />}>
        <CountFilters
          label="Which rows are shown"
          chosen={table.filter}
          onChoose={table.setFilter}
          options={[
            { filter: null, label: 'All rows', count: totalRows },
            { filter: 'created', label: 'Created', count: successCount },
            { filter: 'failed', label: 'Failed', count: errorCount },
          ]}
        />
        <PagedRows
          key={state}
          importId={id}
          filter={table.filter}
          page={table.page}
          onPage={table.setPage}
          onCorrectPage={table.correctPage}
          rowHeight={45}
          empty={<EmptyState title="No rows to show">{nothing[table.filter ?? 'all']}</EmptyState>}
        >
          {(rows) => <ResultRows rows={rows} />}
        </PagedRows>
      </Panel>
    </Box>
  );
}
