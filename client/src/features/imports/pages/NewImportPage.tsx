import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button, LinearProgress, Typography } from '@mui/material';
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { authorized } from '~/api/baseQuery';
import { useSaveFileMutation } from '~/api/download';
import { describedField, forEachField, REQUIRED_IN_FILES, TEXT_FIELDS } from '~/api/fields';
import { parseJson, type Problem, toProblem } from '~/api/problem';
import { useGetOwnProfileQuery } from '~/api/profile';
import { useAppDispatch } from '~/lib/dispatch';
import { withWait } from '~/lib/format';
import { isProfile, PROFILE_LABELS } from '~/lib/profiles';
import { randomKey } from '~/lib/randomKey';
import { radius } from '~/theme/tokens';
import { DownloadButton } from '~/ui/DownloadButton';
import { FileIcon, UploadIcon } from '~/ui/icons';
import { Notice } from '~/ui/Notice';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { Panel } from '~/ui/Panel';
import { Caption, Note } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

import { type Field, type ImportMode, IMPORTS_PATH, importsApi, importsChanged, type ImportSnapshot } from '../api';
import { ImportStepper } from '../components/ImportStepper';

const MAXIMUM_BYTES = 10_485_760;

const TOO_LARGE = msg`The file is larger than 10MB. Save it as Excel, or zip it, and upload that.`;
const NO_DATA = msg`CSV file must contain at least a header row and one data row`;

/** An obvious error of a file, in the server's words; null when the server, which reads its content, should judge it. */
function refusalOf({ size }: File): string | null {
  if (size > MAXIMUM_BYTES) return t(TOO_LARGE);
  return size === 0 ? t(NO_DATA) : null;
}

/** A file and the key that makes a repeat of its upload, after a lost answer, the same upload. */
interface Attempt {
  readonly file: File;
  readonly idempotencyKey: string;
  /** Whether each line is a row, whatever quotation marks are in it. */
  readonly hasPlainQuotes: boolean;
  /** What the import is to do, where another one has chosen it before. */
  readonly mode?: ImportMode | undefined;
}

interface UploadOptions extends Attempt {
  /** 0 to 1 of the bytes sent. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** The id of the import. */
type Uploaded = { readonly data: string; readonly error?: undefined } | { readonly data?: undefined; readonly error: Problem };

function answerOf(request: XMLHttpRequest): Uploaded {
  const { status, statusText, responseText } = request;
  if (status === 0) return { error: toProblem({ status: 'FETCH_ERROR', error: 'unanswered' }, undefined) };
  const answer = parseJson(responseText);
  if (status === 201 && typeof answer === 'object' && answer !== null && 'id' in answer) return { data: String(answer.id) };
  const retryAfter = request.getResponseHeader('Retry-After');
  const headers = retryAfter === null ? {} : { 'Retry-After': retryAfter };
  return { error: toProblem({ status, data: answer }, new Response(null, { status, statusText, headers })) };
}

/** The only call without fetch: XMLHttpRequest alone reports the progress of an upload. */
function upload(token: string | null, { file, idempotencyKey, hasPlainQuotes, onProgress, signal }: UploadOptions): Promise<Uploaded> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', hasPlainQuotes ? `${IMPORTS_PATH}?quotes=plain` : IMPORTS_PATH);
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Idempotency-Key', idempotencyKey);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onloadend = () => resolve(answerOf(request));
    signal.addEventListener('abort', () => request.abort());
    const body = new FormData();
    body.append('file', file);
    // Cancelled before it was sent, such as while the token was renewed.
    if (signal.aborted) resolve(answerOf(request));
    else request.send(body);
  });
}

type UploadState =
  | { readonly name: 'idle' }
  | { readonly name: 'uploading'; readonly file: File; readonly share: number }
  | {
      readonly name: 'refused';
      readonly file: File;
      readonly message: string;
      /** What exactly to correct in the file. */
      readonly detail: string | undefined;
      /** How the file can be read all the same, where only its quotation marks are wrong. */
      readonly offer: string | undefined;
      /** Whether the same file may be accepted later: no answer, too many uploads, or the server is down. */
      readonly retryable: boolean;
    };

function useUpload() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [state, setState] = useState<UploadState>({ name: 'idle' });
  const attempt = useRef<Attempt | null>(null);
  const running = useRef<AbortController | null>(null);

  // Leaving the page aborts a running upload.
  useEffect(
    () => () => running.current?.abort(),
    [],
  );

  const send = async (attempted: Attempt): Promise<void> => {
    const { file, mode } = attempted;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const onProgress = (share: number) => {
      if (!signal.aborted) setState({ name: 'uploading', file, share });
    };
    onProgress(0);
    const answer = await authorized<Uploaded>(dispatch, (token) => upload(token, { ...attempted, onProgress, signal }));
    if (signal.aborted) return;
    if (answer.error === undefined) {
      dispatch(importsChanged());
      const { data: importId } = answer;
      // Refused where its check has begun, because no column is missing.
      if (mode !== undefined) await dispatch(importsApi.endpoints.chooseImportColumns.initiate({ importId, columnsRequest: { mode } }));
      await navigate(`/dashboard/users/imports/${importId}${mode === undefined ? '' : `?mode=${mode}`}`);
      return;
    }
    const { status, code, message, retryAfter, errors } = answer.error;
    setState({
      name: 'refused',
      file,
      message: withWait(code === 'unknown' ? t`Upload failed. Please try again.` : message, retryAfter),
      detail: errors?.['file'],
      offer: errors?.['quotes'],
      retryable: status === 0 || status === 429 || status >= 500,
    });
  };

  const choose = (file: File, { hasPlainQuotes = false, mode }: Partial<Attempt> = {}) => {
    running.current?.abort();
    attempt.current = { file, idempotencyKey: randomKey(), hasPlainQuotes, mode };
    const refusal = refusalOf(file);
    if (refusal === null) void send(attempt.current);
    else setState({ name: 'refused', file, message: refusal, detail: undefined, offer: undefined, retryable: false });
  };

  return {
    state,
    choose,
    retry: () => {
      if (attempt.current !== null) void send(attempt.current);
    },
    cancel: () => {
      running.current?.abort();
      attempt.current = null;
      setState({ name: 'idle' });
    },
  };
}

/** Uploads the rows that another import has left alone, where its results have led here. */
function useLeftAlone(choose: ReturnType<typeof useUpload>['choose']) {
  const navigate = useNavigate();
  const { state } = useLocation() as { readonly state: { readonly again?: Pick<ImportSnapshot, 'id' | 'mode' | 'fileName'> } | null };
  const { act } = useAct(useSaveFileMutation(), t`The rows could not be compared again.`);
  const begin = useEffectEvent(() => {
    if (state?.again === undefined) return;
    const { id, mode, fileName } = state.again;
    // Once: a reload or the way back does not do it again.
    void navigate('.', { replace: true });
    const name = `${fileName.replace(/\.[^.]*$/u, '')}-again.csv`;
    void act({ url: `${IMPORTS_PATH}/${encodeURIComponent(id)}/results.csv`, params: { status: 'stale' }, name, take: (file) => choose(file, { mode }) });
  });
  useEffect(() => begin(), []);
}

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
          <Caption>{formatBytes(file.size)}</Caption>
        </Box>
        <Button variant="outlined" size="small" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </Box>
      <LinearProgress
        aria-label={t`Upload progress`}
        {...(arrived ? { variant: 'indeterminate' } : { variant: 'determinate', value: percent })}
      />
      <Caption role="status" sx={{ mt: 1, fontVariantNumeric: 'tabular-nums' }}>
        {arrived && t`Received. The server is reading the file…`}
        {!arrived && <span aria-hidden>{t`${percent}% uploaded`}</span>}
      </Caption>
    </Box>
  );
}

const hints: Readonly<Record<Field, MessageDescriptor>> = {
  fullName: msg`As the person is called`,
  email: msg`Must be unique; used to log in`,
  code: msg`Such as a roll number; each person has another one`,
  phone: msg`10 digits, or with + and the country`,
  dateOfBirth: msg`2003-02-06 or 06 Feb 2003; we ask when 06/02/2003 is not clear`,
  gender: msg`Male, Female, Other, or Prefer not to say`,
  ...forEachField(TEXT_FIELDS, (name) => msg`At least ${{ shortest: describedField(name).shortest }} characters`),
  role: msg`Such as TRAINEE, FACULTY or EMPLOYEE`,
  profile: msg`What they may do`,
  isActive: msg`Active or Inactive`,
};

function FileGuide() {
  const { data } = useGetOwnProfileQuery();
  const creatable = (data?.creatableProfiles ?? []).filter(isProfile).map((profile) => PROFILE_LABELS[profile]);
  return (
    <Panel title={t`Required headers`}>
      <Box component="ul" aria-label={t`Required headers`} sx={{ m: 0, px: { xs: 2, sm: 2.5 }, py: 1.5, listStyle: 'none' }}>
        {REQUIRED_IN_FILES.map((field) => (
          <Box component="li" key={field} sx={{ py: 0.75 }}>
            <Typography component="code" variant="body2" sx={{ fontWeight: 600, fontFamily: 'inherit' }}>
              {field}
            </Typography>
            <Caption sx={{ display: 'block' }}>
              {field === 'profile' && creatable.length > 0 ? t`One that you may create: ${{ profiles: creatable.join(', ') }}` : t(hints[field])}
            </Caption>
          </Box>
        ))}
      </Box>
      <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 2, borderTop: 1, borderColor: 'divider' }}>
        <Caption component="p" sx={{ mb: 1.5 }}>
          <Trans>
            Columns <code>batch</code> and <code>stage</code> are optional: they put people into batches, and applicants and trainees into stages, by name. Other headings can be matched to these after the upload. Upper and lower case and the order of the columns do not matter.
          </Trans>
        </Caption>
        <DownloadButton
          size="medium"
          fullWidth
          file={{ url: `${IMPORTS_PATH}/template.csv`, name: 'sample_users_template.csv' }}
          failure={t`The template could not be downloaded.`}
        >
          {t`Download Sample Template`}
        </DownloadButton>
      </Box>
    </Panel>
  );
}

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
        {t`Drop a spreadsheet here`}
      </Typography>
      <Note>{t`or choose it from this device: CSV, Excel or OpenDocument. Maximum size 10MB.`}</Note>
      <Button variant="contained" sx={{ mt: 2 }} onClick={() => input.current?.click()}>
        {t`Choose Spreadsheet`}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,.xlsm,.xlsb,.xls,.ods,text/csv"
        aria-label={t`Spreadsheet`}
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

interface RefusalProps {
  readonly state: UploadState;
  readonly onRetry: () => void;
  readonly onPlainQuotes: (file: File) => void;
}

function Refusal({ state, onRetry, onPlainQuotes }: RefusalProps) {
  return (
    <div role="alert">
      {state.name === 'refused' && (
        <Notice
          severity="error"
          role="presentation"
          action={
            state.retryable && (
              <Button color="inherit" size="small" onClick={onRetry}>
                {t`Try again`}
              </Button>
            )
          }
          sx={{ mb: 2 }}
        >
          <Typography variant="body2" sx={{ fontWeight: 500 }}>
            {state.message}
          </Typography>
          {state.detail !== undefined && <Typography variant="body2">{state.detail}</Typography>}
          {state.offer !== undefined && (
            <Button color="inherit" size="small" variant="outlined" onClick={() => onPlainQuotes(state.file)} sx={{ mt: 1, textAlign: 'left', whiteSpace: 'normal' }}>
              {state.offer}
            </Button>
          )}
          <Typography variant="caption" sx={{ display: 'block', mt: 0.5, overflowWrap: 'anywhere' }}>
            {state.file.name}
          </Typography>
        </Notice>
      )}
    </div>
  );
}

export function NewImportPage() {
  const { state, choose, retry, cancel } = useUpload();
  useLeftAlone(choose);
  return (
    <PageShell>
      <BackLink to="/dashboard/users" />
      <PageHeader title={t`Upload CSV File`} subtitle={t`Add many people at once. Nothing is created before you have seen a preview.`} />
      <ImportStepper />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 340px' }, gap: 3 }}>
        <Box>
          <Refusal state={state} onRetry={retry} onPlainQuotes={(file) => choose(file, { hasPlainQuotes: true })} />
          {state.name === 'uploading' ? (
            <UploadProgress file={state.file} share={state.share} onCancel={cancel} />
          ) : (
            <DropZone onFile={(file) => choose(file)} />
          )}
        </Box>
        <FileGuide />
      </Box>
    </PageShell>
  );
}
