import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { skipToken } from '@reduxjs/toolkit/query';
import { Link as RouterLink, useMatch } from 'react-router';

import { useClaims } from '~/api/session/slice';
import { formatCount, formatTimeLeft } from '~/lib/format';
import { joined } from '~/lib/texts';
import { Note, TextLink } from '~/ui/Text';
import { Tray, TrayItem, useTrayJobs } from '~/ui/Tray';
import { unlessLiveWhile, usePolledQuery } from '~/realtime/extra';
import { UploadIcon } from '~/ui/icons';
import { QueryPanel } from '~/ui/Panel';
import { StateChip } from '~/ui/StateChip';

import { importsApi, type ImportSummary, NEWEST, useGetImportState } from '../api';
import { createdOf, isOpen, isRunning, isUnderWay, percentDone, shareDone, STATES } from '../states';

export function ImportChip({ summary }: { readonly summary: Pick<ImportSummary, 'state' | 'createdAt'> }) {
  const { state } = summary;
  if ((state === 'mapping' || state === 'ready') && !isUnderWay(summary)) return <StateChip tone="quiet" label={msg`Not uploaded`} />;
  return <StateChip {...STATES[state]} />;
}

function lineOf(summary: ImportSummary): string {
  const { state, checkedRows, totalRows, validRows, successCount, changed, unchanged, errorCount, etaSeconds, invalidRows, undone } = summary;
  if (state === 'validating') return t`${{ checked: formatCount(checkedRows) }} of ${{ total: formatCount(totalRows) }} rows checked`;
  if (state === 'ready') return t`${{ valid: formatCount(validRows) }} valid, ${{ invalid: formatCount(invalidRows) }} invalid`;
  if (state === 'undoing' || state === 'undone') return t`${{ undone: formatCount(undone) }} of ${{ done: formatCount(successCount - unchanged) }} undone`;
  return joined(', ', [
    t`${{ created: formatCount(createdOf(summary)) }} created`,
    changed > 0 && t`${{ updated: formatCount(changed) }} updated`,
    t`${{ failed: formatCount(errorCount) }} failed`,
    state === 'processing' && etaSeconds !== null && t`${{ time: formatTimeLeft(etaSeconds) }} left`,
  ]);
}

function ImportItem({ summary, onOpen }: { readonly summary: ImportSummary; readonly onOpen?: () => void }) {
  const { id, fileName, state } = summary;
  return (
    <TrayItem
      to={`/dashboard/users/imports/${id}`}
      title={fileName}
      chip={<ImportChip summary={summary} />}
      share={isOpen(state) ? shareDone(summary) : null}
      onOpen={onOpen}
    >
      {lineOf(summary)}
    </TrayItem>
  );
}

const isStopped = ({ state }: ImportSummary) => state === 'cancelled' || state === 'failed';

const ENDED = msg`Import ended`;
const endings: Readonly<Partial<Record<ImportSummary['state'], MessageDescriptor>>> = { ready: msg`Preview ready`, undone: msg`Import undone` };

function labelOf(shown: readonly ImportSummary[], running: readonly ImportSummary[]): string {
  if (running.length > 1) return plural(running.length, { other: '# imports' });
  if (running.length === 1) return running[0]?.state === 'paused' ? t`Import paused` : t`Import`;
  if (shown.some(isStopped)) return t`Import stopped`;
  return t(shown.map(({ state }) => endings[state]).find((ending) => ending !== undefined) ?? ENDED);
}

function RunningTray() {
  const onPage = useMatch('/dashboard/users/imports/:importId')?.params.importId;
  const { data } = usePolledQuery(importsApi.useListImportHistoryQuery, NEWEST, { intervalOf: unlessLiveWhile<ImportSummary>(({ state }) => isRunning(state)) });
  const { data: ofPage } = useGetImportState(onPage === undefined ? skipToken : { importId: onPage });
  const jobs = useTrayJobs<ImportSummary>({ all: data?.data, isOpen: ({ state }) => isOpen(state), onPage, ofPage });
  return (
    <Tray jobs={jobs} labelOf={labelOf} listLabel={t`Running imports`} percentOf={percentDone} isStopped={isStopped}>
      {(summary, close) => <ImportItem key={summary.id} summary={summary} onOpen={close} />}
    </Tray>
  );
}

export function ImportTray() {
  const claims = useClaims();
  return claims?.authorities.includes('user.create') === true ? <RunningTray key={claims.userId} /> : null;
}

function NoneRunning() {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2, px: { xs: 2, sm: 2.5 }, py: 2.5 }}>
      <Note>{t`No import is running.`}</Note>
      <Button component={RouterLink} to="/dashboard/users/imports/new" variant="outlined" size="small" startIcon={<UploadIcon sx={{ fontSize: 18 }} />}>
        {t`Upload CSV File`}
      </Button>
    </Box>
  );
}

/** The company's running imports, live. The tray polls while no events are pushed. */
export function RunningImports() {
  const answer = importsApi.useListImportHistoryQuery(NEWEST);
  const open = answer.data?.data.filter(isUnderWay) ?? [];
  const all = (
    <TextLink to="/dashboard/users" variant="body2">
      {t`All imports`}
    </TextLink>
  );
  return (
    <QueryPanel title={t`Imports under way`} aside={all} answer={answer} failure={t`The imports could not be loaded.`} lines={2} loading={t`Loading imports`}>
      {() =>
        open.length === 0 ? (
          <NoneRunning />
        ) : (
          <Box component="ul" aria-label={t`Imports under way`} sx={{ m: 0, p: { xs: 0.75, sm: 1.25 }, listStyle: 'none' }}>
            {open.map((summary) => (
              <ImportItem key={summary.id} summary={summary} />
            ))}
          </Box>
        )
      }
    </QueryPanel>
  );
}
