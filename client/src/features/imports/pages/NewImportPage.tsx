import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import { type DragEvent, useRef, useState } from 'react';

import { describedField, forEachField, REQUIRED_IN_FILES, TEXT_FIELDS } from '~/api/fields';
import { useGetOwnProfileQuery } from '~/api/profile';
import { isProfile, PROFILE_LABELS } from '~/lib/profiles';
import { radius } from '~/theme/tokens';
import { DownloadButton } from '~/ui/DownloadButton';
import { AlertIcon, FileIcon, UploadIcon } from '~/ui/icons';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { Panel } from '~/ui/Panel';

import { type Field, IMPORTS_PATH } from '../api';
import { ImportStepper } from '../components/ImportStepper';
import { type UploadState, useUpload } from '../upload/useUpload';

const UNITS = ['B', 'kB', 'MB'] as const;

function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${amount >= 100 || unit === 0 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[unit] ?? ''}`;
}

interface UploadProgressProps {
  readonly file: File;
  /** 0 to 1. */
  readonly share: number;
  readonly onCancel: () => void;
}

/** The progress of an upload, in place of the drop zone. */
function UploadProgress({ file, share, onCancel }: UploadProgressProps) {
  const arrived = share === 1;
  const percent = Math.floor(share * 100);
  return (
    <Box sx={{ display: 'grid', alignContent: 'center', height: '100%', minHeight: 260, px: { xs: 2, sm: 4 }, border: 1, borderColor: 'surface.line', borderRadius: radius.panel, bgcolor: 'background.paper' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <FileIcon sx={{ color: 'text.secondary' }} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" component="p" sx={{ overflowWrap: 'anywhere' }}>
            {file.name}
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {formatBytes(file.size)}
          </Typography>
        </Box>
        <Button variant="outlined" size="small" onClick={onCancel}>
          Cancel
        </Button>
      </Box>
      <LinearProgress
        aria-label="Upload progress"
        {...(arrived ? { variant: 'indeterminate' } : { variant: 'determinate', value: percent })}
      />
      <Typography role="status" variant="caption" sx={{ mt: 1, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {arrived && 'Received. The server is reading the file…'}
        {!arrived && <span aria-hidden>{percent}% uploaded</span>}
      </Typography>
    </Box>
  );
}

const hints: Readonly<Record<Field, string>> = {
  fullName: 'As the person is called',
  email: 'Must be unique; used to log in',
  phone: '10 digits, or with + and the country',
  dateOfBirth: '2003-02-06 or 06 Feb 2003; we ask when 06/02/2003 is not clear',
  gender: 'Male, Female, Other, or Prefer not to say',
  ...forEachField(TEXT_FIELDS, (name) => `At least ${describedField(name).shortest} characters`),
  role: 'Such as TRAINEE, FACULTY or EMPLOYEE',
  profile: 'What they may do',
};

/** The format of a file, and a template to download. */
function FileGuide() {
  const { data } = useGetOwnProfileQuery();
  const creatable = (data?.creatableProfiles ?? []).filter(isProfile).map((profile) => PROFILE_LABELS[profile]);
  return (
    <Panel title="Required headers">
      <Box component="ul" aria-label="Required headers" sx={{ m: 0, px: { xs: 2, sm: 2.5 }, py: 1.5, listStyle: 'none' }}>
        {REQUIRED_IN_FILES.map((field) => (
          <Box component="li" key={field} sx={{ py: 0.75 }}>
            <Typography component="code" variant="body2" sx={{ fontWeight: 600, fontFamily: 'inherit' }}>
              {field}
            </Typography>
            <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
              {field === 'profile' && creatable.length > 0 ? `One that you may create: ${creatable.join(', ')}` : hints[field]}
            </Typography>
          </Box>
        ))}
      </Box>
      <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 2, borderTop: 1, borderColor: 'divider' }}>
        <Typography variant="caption" component="p" sx={{ m: 0, mb: 1.5, color: 'text.secondary' }}>
          A column <code>batch</code> is optional: it puts people into batches by name. Other headings can be matched to these after the upload. Upper and lower case and the order of the columns do not matter.
        </Typography>
        <DownloadButton
          size="medium"
          fullWidth
          file={{ url: `${IMPORTS_PATH}/template.csv`, name: 'sample_users_template.csv' }}
          failure="The template could not be downloaded."
        >
          Download Sample Template
        </DownloadButton>
      </Box>
    </Panel>
  );
}

/** A drop target for a file, with a button for keyboards and screen readers. */
function DropZone({ onFile }: { readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined) onFile(file);
  };
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isOver);
  };

  return (
    <Box
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event: DragEvent) => {
        drag(false)(event);
        take(event.dataTransfer.files);
      }}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        alignContent: 'center',
        gap: 0.75,
        minHeight: 260,
        px: 3,
        py: 5,
        textAlign: 'center',
        border: '1.5px dashed',
        borderColor: over ? 'primary.main' : 'surface.controlLine',
        borderRadius: radius.panel,
        bgcolor: over ? 'soft.accent' : 'background.paper',
        transition: 'background-color 120ms, border-color 120ms',
      }}
    >
      <Box sx={{ display: 'grid', placeItems: 'center', width: 44, height: 44, mb: 1, borderRadius: radius.panel, bgcolor: 'soft.accent', color: 'primary.main' }}>
        <UploadIcon fontSize="small" />
      </Box>
      <Typography variant="h5" component="p">
        Drop a CSV file here
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        or choose it from this device; Excel and OpenDocument files are read too. Maximum size 10MB.
      </Typography>
      <Button variant="contained" sx={{ mt: 2 }} onClick={() => input.current?.click()}>
        Choose CSV File
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,.xlsm,.xlsb,.xls,.ods,text/csv"
        aria-label="CSV file"
        tabIndex={-1}
        className="visually-hidden"
        onChange={(event) => {
          take(event.currentTarget.files);
          // Choosing the same file again, corrected meanwhile, must fire `change` too.
          event.currentTarget.value = '';
        }}
      />
    </Box>
  );
}

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
      <ImportStepper />
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
