import Box from '@mui/material/Box';

import { useExportDataMutation } from '~/api/personalData';
import { messageOf } from '~/api/problem';
import { Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { Nothing } from './PersonPart';

/** A copy of all that is stored about a person, for those who may delete them. */
export function PersonData({ userId }: { readonly userId: string }) {
  const [exportData, { isLoading, originalArgs }] = useExportDataMutation();
  const toasts = useToasts();
  const save = async (format: 'html' | 'json') => {
    const { error } = await exportData({ userId, format });
    if (error !== undefined) toasts.error(messageOf(error, 'The data could not be exported.'));
  };
  const isSaving = (format: 'html' | 'json') => isLoading && originalArgs?.format === format;
  return (
    <Panel
      title="Personal data"
      aside={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <ProgressButton variant="outlined" size="small" busy={isSaving('html')} busyLabel="Exporting…" onClick={() => void save('html')}>
            Export data
          </ProgressButton>
          <ProgressButton variant="text" size="small" busy={isSaving('json')} busyLabel="Exporting…" onClick={() => void save('json')}>
            Export as JSON
          </ProgressButton>
        </Box>
      }
    >
      <Nothing>All that is stored about this person, as a page to read and print, or as JSON for programs. Exporting it is recorded.</Nothing>
    </Panel>
  );
}
