import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { useExportDataMutation } from '~/api/personalData';
import { messageOf } from '~/api/problem';
import { Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

/** A copy of all that is stored about the user. */
export function OwnData() {
  const [exportData, { isLoading, originalArgs }] = useExportDataMutation();
  const toasts = useToasts();
  const save = async (format: 'html' | 'json') => {
    const { error } = await exportData({ userId: null, format });
    if (error !== undefined) toasts.error(messageOf(error, 'Your data could not be exported.'));
  };
  const isSaving = (format: 'html' | 'json') => isLoading && originalArgs?.format === format;
  return (
    <Panel title="Your data">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2, p: { xs: 2, sm: 2.5 } }}>
        <Typography variant="body2" sx={{ flex: '1 1 240px', color: 'text.secondary', textWrap: 'pretty' }}>
          All that is stored about you, as a page to read and print: your account, batches, devices, messages, the trail of what was changed, and rows of
          imports. The JSON file has the same for programs.
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <ProgressButton variant="outlined" busy={isSaving('html')} busyLabel="Exporting…" onClick={() => void save('html')}>
            Export data
          </ProgressButton>
          <ProgressButton variant="text" busy={isSaving('json')} busyLabel="Exporting…" onClick={() => void save('json')}>
            Export as JSON
          </ProgressButton>
        </Box>
      </Box>
    </Panel>
  );
}
