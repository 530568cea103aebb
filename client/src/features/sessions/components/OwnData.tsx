import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { useExportDataMutation } from '~/api/personalData';
import { messageOf } from '~/api/problem';
import { Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

/** A copy of all that is stored about the user. */
export function OwnData() {
  const [exportData, { isLoading }] = useExportDataMutation();
  const toasts = useToasts();
  const save = async () => {
    const { error } = await exportData(null);
    if (error !== undefined) toasts.error(messageOf(error, 'Your data could not be exported.'));
  };
  return (
    <Panel title="Your data">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2, p: { xs: 2, sm: 2.5 } }}>
        <Typography variant="body2" sx={{ flex: '1 1 240px', color: 'text.secondary', textWrap: 'pretty' }}>
          A file with all that is stored about you: your account, batches, devices, messages, the trail of what was changed, and rows of imports.
        </Typography>
        <ProgressButton variant="outlined" busy={isLoading} busyLabel="Exporting…" onClick={() => void save()}>
          Export data
        </ProgressButton>
      </Box>
    </Panel>
  );
}
