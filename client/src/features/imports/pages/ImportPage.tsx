import { Box, Button } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';

import { useAppDispatch } from '~/lib/dispatch';
import { useOnChange } from '~/lib/useOnChange';
import { usePolledQuery } from '~/realtime/extra';
import { FileIcon, UploadIcon } from '~/ui/icons';
import { PageProblem, PageSkeleton } from '~/ui/PageProblem';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { Announcer } from '~/ui/ProgressPanel';
import { useFocusOnChange } from '~/ui/useFocusOnChange';

import { importsApi, type ImportSnapshot, rowsChanged } from '../api';
import { ColumnsStep } from '../columns/ColumnsStep';
import { ImportStepper } from '../components/ImportStepper';
import { PreviewStep } from '../preview/PreviewStep';
import { EndedStep, ResultsStep } from '../results/ResultsStep';
import { CancelDialog, PhaseStep, ProcessingStep } from '../run/RunStep';
import { announcementOf, createdOf, headingOf, isEnded } from '../states';

const POLL_EVERY = 2_000;
/** Events can be lost: the page polls, slowly, even while they arrive. */
const ASSURE_EVERY = 15_000;

/** Milliseconds until the next request; 0 for none. */
function intervalOf(snapshot: ImportSnapshot | undefined, live: boolean): number {
  if (snapshot === undefined) return 0;
  const { state, invited } = snapshot;
  const settled = isEnded(state) && (state === 'undone' || invited >= createdOf(snapshot));
  if (settled) return 0;
  return live ? ASSURE_EVERY : POLL_EVERY;
}

/** What the rows on screen depend on. In the preview a new version is a change of rows. */
function rowsRevision({ state, validRows, invalidRows, invite, dateOrder, version }: ImportSnapshot): string {
  return `${state} ${validRows} ${invalidRows} ${invite} ${dateOrder ?? ''} ${state === 'ready' ? version : ''}`;
}

/** One import: fetched, then kept up to date by events and by polling. The rows on screen follow it. */
function useImport(importId: string) {
  const dispatch = useAppDispatch();
  const { data: snapshot, error, refetch } = usePolledQuery(importsApi.useGetImportQuery, { importId }, {
    intervalOf: ({ currentData }, live) => intervalOf(currentData, live),
    refetchOnMountOrArgChange: true,
  });
  useOnChange(snapshot && rowsRevision(snapshot), () => dispatch(rowsChanged(importId)));
  return { snapshot, error, retry: () => void refetch() };
}

/** Above the rows of a preview: the way back and the steps stand in one line where there is room. */
const denseTop = {
  display: { md: 'grid' },
  gridTemplateColumns: '1fr auto',
  alignItems: 'center',
  '& > div': { gridRow: { md: 2 }, gridColumn: { md: '1 / -1' } },
  '& > a': { justifySelf: 'start', mb: { xs: 0, md: 1 } },
  '& > ol': { mb: { xs: 1.5, md: 1 } },
} as const;

/** Whether the columns of a checked file are being changed; kept in the URL, and over with the preview. */
function useChangingColumns(state: string) {
  const [params, setParams] = useSearchParams();
  const asked = params.has('columns');
  const changing = asked && state === 'ready';
  const set = (on: boolean) => {
    const next = new URLSearchParams(on ? { columns: '' } : undefined);
    setParams(next, { replace: !on });
  };
  const stop = useEffectEvent(() => set(false));
  useEffect(() => {
    if (asked && state !== 'ready') stop();
  }, [asked, state]);
  return { changing, set };
}

function ImportView({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { state } = snapshot;
  const [cancelling, setCancelling] = useState(false);
  const columns = useChangingColumns(state);
  const top = useFocusOnChange(columns.changing ? 'columns' : state);
  const isPreview = state === 'ready' && !columns.changing;
  const askToCancel = () => setCancelling(true);

  return (
    <PageShell dense={isPreview}>
      <Box sx={isPreview ? denseTop : undefined}>
        <BackLink to="/dashboard/users" />
        <Box ref={top} tabIndex={-1} sx={{ '&:focus-visible': { boxShadow: 'none' } }}>
          <PageHeader
            dense={isPreview}
            {...headingOf(columns.changing ? { ...snapshot, state: 'mapping' } : snapshot)}
            actions={
              isEnded(state) && (
                <Button component={Link} to="/dashboard/users/imports/new" variant="contained" startIcon={<UploadIcon fontSize="small" />}>
                  Upload Another File
                </Button>
              )
            }
          />
        </Box>
        <ImportStepper snapshot={snapshot} />
      </Box>
      <Announcer>{announcementOf(snapshot)}</Announcer>
      {state === 'mapping' && <ColumnsStep snapshot={snapshot} onCancel={askToCancel} />}
      {(state === 'validating' || state === 'undoing') && <PhaseStep snapshot={snapshot} phase={state} onCancel={askToCancel} />}
      {columns.changing && <ColumnsStep snapshot={snapshot} onCancel={() => columns.set(false)} />}
      {isPreview && <PreviewStep snapshot={snapshot} onChangeColumns={() => columns.set(true)} />}
      {(state === 'processing' || state === 'paused') && <ProcessingStep snapshot={snapshot} onCancel={askToCancel} />}
      {state === 'completed' && <ResultsStep snapshot={snapshot} />}
      {(state === 'cancelled' || state === 'failed' || state === 'undone') && <EndedStep snapshot={snapshot} />}
      <CancelDialog snapshot={snapshot} open={cancelling && !isEnded(state)} onClose={() => setCancelling(false)} />
    </PageShell>
  );
}

export function ImportPage() {
  const { importId = '' } = useParams();
  const { snapshot, error, retry } = useImport(importId);
  if (snapshot?.id === importId) return <ImportView key={importId} snapshot={snapshot} />;
  if (error === undefined) return <PageSkeleton title="Import" />;
  const list = { to: '/dashboard/users', label: 'See all imports' };
  return <PageProblem error={error} onRetry={retry} title="Import" list={list} icon={<FileIcon fontSize="small" />} permission="user.create" />;
}
