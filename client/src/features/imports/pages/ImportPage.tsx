import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';

import { BackLink } from '~/ui/BackLink';
import { UploadIcon } from '~/ui/icons';
import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';

import type { ImportSnapshot } from '../api';
import { ColumnsStep } from '../columns/ColumnsStep';
import { ImportProblem } from '../components/ImportProblem';
import { ImportSkeleton } from '../components/ImportSkeleton';
import { ImportStepper, type Standing } from '../components/ImportStepper';
import { headingOf } from '../headings';
import { PreviewStep } from '../preview/PreviewStep';
import { EndedStep } from '../results/EndedStep';
import { ResultsStep } from '../results/ResultsStep';
import { CancelDialog } from '../run/CancelDialog';
import { LiveAnnouncer } from '../run/LiveAnnouncer';
import { ProcessingStep } from '../run/ProcessingStep';
import { UndoingStep } from '../run/UndoingStep';
import { ValidatingStep } from '../run/ValidatingStep';
import { isEnded, stepOf } from '../states';
import { useImport } from '../useImport';

const standings: Readonly<Partial<Record<ImportSnapshot['state'], Standing>>> = {
  paused: 'paused',
  completed: 'done',
  cancelled: 'stopped',
  failed: 'stopped',
  undone: 'done',
};

/** Above the rows of a preview: the way back and the steps stand in one line where there is room. */
const denseTop = {
  display: { md: 'grid' },
  gridTemplateColumns: '1fr auto',
  alignItems: 'center',
  '& > div': { gridRow: { md: 2 }, gridColumn: { md: '1 / -1' } },
  '& > a': { justifySelf: 'start', mb: { xs: 0, md: 1 } },
  '& > ol': { mb: { xs: 1.5, md: 1 } },
} as const;

/** When a step ends its buttons are removed: focus moves to the top of the next one. */
function useFocusOnNextStep(state: string) {
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    if (document.activeElement === document.body) top.current?.focus({ preventScroll: true });
  }, [state]);
  return top;
}

/** Whether the columns of a checked file are being changed; kept in the URL, and over with the preview. */
function useChangingColumns(state: string) {
  const [params, setParams] = useSearchParams();
  const asked = params.has('columns');
  const changing = asked && state === 'ready';
  const set = (on: boolean) => {
    const next = new URLSearchParams(on ? { columns: '' } : undefined);
    setParams(next, { replace: !on });
  };
  const stop = useEffectEvent(() => {
    set(false);
  });
  useEffect(() => {
    if (asked && state !== 'ready') stop();
  }, [asked, state]);
  return { changing, set };
}

function ImportView({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { state } = snapshot;
  const navigate = useNavigate();
  const [cancelling, setCancelling] = useState(false);
  const columns = useChangingColumns(state);
  const top = useFocusOnNextStep(columns.changing ? 'columns' : state);
  const isPreview = state === 'ready' && !columns.changing;
  const askToCancel = () => {
    setCancelling(true);
  };

  const chooseDifferent = () => {
    // The checked file stays in the list of imports.
    void navigate('/dashboard/users/imports/new');
  };

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
        <ImportStepper current={stepOf(snapshot)} standing={standings[state] ?? 'underway'} />
      </Box>
      <LiveAnnouncer snapshot={snapshot} />
      {state === 'mapping' && <ColumnsStep snapshot={snapshot} onCancel={askToCancel} />}
      {state === 'validating' && <ValidatingStep snapshot={snapshot} onCancel={askToCancel} />}
      {columns.changing && (
        <ColumnsStep
          snapshot={snapshot}
          onCancel={() => {
            columns.set(false);
          }}
        />
      )}
      {isPreview && (
        <PreviewStep
          snapshot={snapshot}
          onChooseDifferent={chooseDifferent}
          onChangeColumns={() => {
            columns.set(true);
          }}
        />
      )}
      {(state === 'processing' || state === 'paused') && <ProcessingStep snapshot={snapshot} onCancel={askToCancel} />}
      {state === 'completed' && <ResultsStep snapshot={snapshot} />}
      {(state === 'cancelled' || state === 'failed' || state === 'undone') && <EndedStep snapshot={snapshot} />}
      {state === 'undoing' && <UndoingStep snapshot={snapshot} />}
      <CancelDialog
        snapshot={snapshot}
        open={cancelling && !isEnded(state)}
        onClose={() => {
          setCancelling(false);
        }}
      />
    </PageShell>
  );
}

/** One import, from the check of its file to its results. */
export function ImportPage() {
  const { importId = '' } = useParams();
  const { snapshot, error, retry } = useImport(importId);
  if (snapshot?.id === importId) return <ImportView key={importId} snapshot={snapshot} />;
  if (error !== undefined) return <ImportProblem error={error} onRetry={retry} />;
  return (
    <PageShell>
      <ImportSkeleton />
    </PageShell>
  );
}
