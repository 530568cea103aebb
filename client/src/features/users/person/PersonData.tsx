import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { useExportDataMutation } from '~/api/personalData';
import { messageOf } from '~/api/problem';
import { Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import type { UserRecord } from '../api';
import { EraseDialog } from './EraseDialog';
import { Nothing, padding } from './PersonPart';
import { usePersonInAddress } from './usePersonInAddress';

const LIST = '/dashboard/users?tab=manage';

/** A copy of all that is stored about a person, and its erasure, for those who may delete them. */
export function PersonData({ user }: { readonly user: UserRecord }) {
  const userId = user.id;
  const { openId, close } = usePersonInAddress();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [exportData, { isLoading, originalArgs }] = useExportDataMutation();
  const toasts = useToasts();
  const save = async (format: 'html' | 'json') => {
    const { error } = await exportData({ userId, format });
    if (error !== undefined) toasts.error(messageOf(error, 'The data could not be exported.'));
  };
  const leave = () => {
    if (openId === null) void navigate(LIST, { replace: true });
    else close();
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
      <Box sx={{ ...padding, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, borderTop: 1, borderColor: 'divider' }}>
        <Typography variant="body2" sx={{ flex: '1 1 200px', color: 'text.secondary' }}>
          Deletes the account and the copies of its data that deleting keeps.
        </Typography>
        <Button
          size="small"
          variant="outlined"
          color="error"
          onClick={() => {
            setAsking(true);
          }}
        >
          Erase personal data
        </Button>
      </Box>
      <EraseDialog
        user={user}
        open={asking}
        onClose={() => {
          setAsking(false);
        }}
        onErased={leave}
      />
    </Panel>
  );
}
