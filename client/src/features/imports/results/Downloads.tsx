import Box from '@mui/material/Box';

import { messageOf } from '~/api/problem';
import { DownloadIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { type ImportSnapshot, type ResultsFile, useSaveResultsMutation } from '../api';

type Download = Pick<ResultsFile, 'status' | 'format'>;

interface DownloadButtonProps extends Download {
  readonly snapshot: ImportSnapshot;
  readonly children: string;
  /** Read instead of the text in sight, which it begins with. */
  readonly name?: string;
}

/** "staff.csv" -> "staff-failed.xlsx"; all rows are "staff-results.xlsx". */
function nameOf({ fileName }: ImportSnapshot, { status, format }: Download): string {
  return `${fileName.replace(/\.[^.]*$/u, '')}-${status === 'all' ? 'results' : status}.${format}`;
}

function DownloadButton({ snapshot, status, format, children, name }: DownloadButtonProps) {
  const toasts = useToasts();
  const [save, { isLoading }] = useSaveResultsMutation();
  const download = async () => {
    const { error } = await save({ importId: snapshot.id, status, format, fileName: nameOf(snapshot, { status, format }) });
    if (error !== undefined) toasts.error(messageOf(error, status === 'failed' ? 'The failed rows could not be downloaded.' : 'The results could not be downloaded.'));
  };
  return (
    <ProgressButton
      variant="outlined"
      size="small"
      busy={isLoading}
      startIcon={<DownloadIcon sx={{ fontSize: 18 }} />}
      aria-label={name}
      onClick={() => void download()}
    >
      {children}
    </ProgressButton>
  );
}

interface DownloadsProps {
  readonly snapshot: ImportSnapshot;
  /** Of the rows that are shown. */
  readonly status: Download['status'];
}

/** The failed rows as a file that can be corrected and uploaded again, and the rows that are shown with their results. */
export function Downloads({ snapshot, status }: DownloadsProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {snapshot.errorCount > 0 && (
        <DownloadButton snapshot={snapshot} status="failed" format="csv">
          Download Failed Rows
        </DownloadButton>
      )}
      <DownloadButton snapshot={snapshot} status={status} format="csv" name="CSV of the rows shown">
        CSV
      </DownloadButton>
      <DownloadButton snapshot={snapshot} status={status} format="xlsx" name="Excel file of the rows shown">
        Excel
      </DownloadButton>
    </Box>
  );
}
