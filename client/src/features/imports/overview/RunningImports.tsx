import { Box, Button, Link, Skeleton, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';

import { messageOf } from '~/api/problem';
import { ErrorState } from '~/ui/ErrorState';
import { UploadIcon } from '~/ui/icons';
import { Panel } from '~/ui/Panel';

import { NEWEST, useListImportHistoryQuery } from '../api';
import { isUnderWay } from '../states';
import { ImportItem } from './ImportItem';

/** The company's running imports, live. The tray polls while no events are pushed. */
export function RunningImports() {
  const { data, error, refetch } = useListImportHistoryQuery(NEWEST);
  const open = data?.data.filter(isUnderWay) ?? [];
  return (
    <Panel
      title="Imports under way"
      aside={
        <Link component={RouterLink} to="/dashboard/users" variant="body2">
          All imports
        </Link>
      }
    >
      {data === undefined && error === undefined && (
        <Box role="status" aria-label="Loading imports" sx={{ px: 2.5, py: 2 }}>
          <Skeleton width="60%" />
          <Skeleton width="40%" />
        </Box>
      )}
      {data === undefined && error !== undefined && (
        <Box sx={{ p: 2 }}>
          <ErrorState message={messageOf(error, 'The imports could not be loaded.')} onRetry={() => void refetch()} />
        </Box>
      )}
      {data !== undefined && open.length === 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2, px: { xs: 2, sm: 2.5 }, py: 2.5 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            No import is running.
          </Typography>
          <Button component={RouterLink} to="/dashboard/users/imports/new" variant="outlined" size="small" startIcon={<UploadIcon sx={{ fontSize: 18 }} />}>
            Upload CSV File
          </Button>
        </Box>
      )}
      {open.length > 0 && (
        <Box component="ul" aria-label="Imports under way" sx={{ m: 0, p: { xs: 0.75, sm: 1.25 }, listStyle: 'none' }}>
          {open.map((summary) => (
            <ImportItem key={summary.id} summary={summary} />
          ))}
        </Box>
      )}
    </Panel>
  );
}
