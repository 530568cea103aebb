import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';

import { BackLink } from '~/ui/BackLink';
import { AlertIcon } from '~/ui/icons';
import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';

import { ImportStepper } from '../components/ImportStepper';
import { DropZone } from '../upload/DropZone';
import { FileGuide } from '../upload/FileGuide';
import { UploadProgress } from '../upload/UploadProgress';
import { type UploadState, useUpload } from '../upload/useUpload';

function Refusal({ state, onRetry }: { readonly state: UploadState; readonly onRetry: () => void }) {
  return (
    <div role="alert">
      {state.name === 'refused' && (
        <Alert
          severity="error"
          role="presentation"
          icon={<AlertIcon fontSize="small" />}
          action={
            state.retryable && (
              <Button color="inherit" size="small" onClick={onRetry}>
                Try again
              </Button>
            )
          }
          sx={{ mb: 2 }}
        >
          <Typography variant="body2" sx={{ fontWeight: 500 }}>
            {state.message}
          </Typography>
          {state.detail !== undefined && <Typography variant="body2">{state.detail}</Typography>}
          <Typography variant="caption" sx={{ display: 'block', mt: 0.5, overflowWrap: 'anywhere' }}>
            {state.file.name}
          </Typography>
        </Alert>
      )}
    </div>
  );
}

/** The first step: a file is chosen and goes to the server, once. */
export function NewImportPage() {
  const { state, choose, retry, cancel } = useUpload();
  return (
    <PageShell>
      <BackLink to="/dashboard/users" />
      <PageHeader title="Upload CSV File" subtitle="Create many users at once. Nothing is created before you have seen a preview." />
      <ImportStepper current={0} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 340px' }, gap: 3 }}>
        <Box>
          <Refusal state={state} onRetry={retry} />
          {state.name === 'uploading' ? (
            <UploadProgress file={state.file} share={state.share} onCancel={cancel} />
          ) : (
            <DropZone onFile={choose} />
          )}
        </Box>
        <FileGuide />
      </Box>
    </PageShell>
  );
}
