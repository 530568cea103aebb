import { Box, Button, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';

import { UploadIcon } from '~/ui/icons';
import { QueryPanel } from '~/ui/Panel';

import { NEWEST, useListImportHistoryQuery } from '../api';
import { isUnderWay } from '../states';
import { ImportItem } from './ImportItem';

function NoneRunning() {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2, px: { xs: 2, sm: 2.5 }, py: 2.5 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        No import is running.
      </Typography>
      <Button component={RouterLink} to="/dashboard/users/imports/new" variant="outlined" size="small" startIcon={<UploadIcon sx={{ fontSize: 18 }} />}>
        Upload CSV File
      </Button>
    </Box>
  );
}

/** The company's running imports, live. The tray polls while no events are pushed. */
export function RunningImports() {
  const answer = useListImportHistoryQuery(NEWEST);
  const open = answer.data?.data.filter(isUnderWay) ?? [];
  const all = (
    <Link component={RouterLink} to="/dashboard/users" variant="body2">
      All imports
    </Link>
  );
  return (
    <QueryPanel title="Imports under way" aside={all} answer={answer} failure="The imports could not be loaded." lines={2} loading="Loading imports">
      {() =>
        open.length === 0 ? (
          <NoneRunning />
        ) : (
          <Box component="ul" aria-label="Imports under way" sx={{ m: 0, p: { xs: 0.75, sm: 1.25 }, listStyle: 'none' }}>
            {open.map((summary) => (
              <ImportItem key={summary.id} summary={summary} />
            ))}
          </Box>
        )
      }
    </QueryPanel>
  );
}
