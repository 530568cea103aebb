import { skipToken } from '@reduxjs/toolkit/query';
import { useMatch } from 'react-router';

import { useClaims } from '~/api/session/slice';
import { useTrayJobs } from '~/lib/useTrayJobs';
import { usePolledQuery } from '~/realtime/extra';
import { Tray } from '~/ui/Tray';

import { type ImportSummary, NEWEST, useGetImportState, useListImportHistoryQuery } from '../api';
import { isOpen, isRunning, percentDone } from '../states';
import { ImportItem } from './ImportItem';

const RUNNING_POLL = 5_000;
const IDLE_POLL = 30_000;

/** The company's running imports, live; polled while no events are pushed. One whose page is open counts as seen. */
export function useRunningImports(openImportId: string | undefined) {
  const { data } = usePolledQuery(useListImportHistoryQuery, NEWEST, {
    intervalOf: ({ currentData }, live) => {
      if (live) return 0;
      return currentData?.data.some(({ state }) => isRunning(state)) === true ? RUNNING_POLL : IDLE_POLL;
    },
  });
  const { data: open } = useGetImportState(openImportId === undefined ? skipToken : { importId: openImportId });
  // An import's own page gets newer numbers than its summary: show the newer ones in both places.
  const imports = (data?.data ?? []).map((each) => (open?.id === each.id && open.version > each.version ? open : each));
  return useTrayJobs(imports, ({ state }) => isOpen(state), openImportId);
}

const isStopped = ({ state }: ImportSummary) => state === 'cancelled' || state === 'failed';

const endings: Readonly<Partial<Record<ImportSummary['state'], string>>> = { ready: 'Preview ready', undone: 'Import undone' };

/** The tray's label. */
function labelOf(shown: readonly ImportSummary[], running: readonly ImportSummary[]): string {
  if (running.length > 1) return `${running.length} imports`;
  if (running.length === 1) return running[0]?.state === 'paused' ? 'Import paused' : 'Import';
  if (shown.some(isStopped)) return 'Import stopped';
  return shown.map(({ state }) => endings[state]).find((ending) => ending !== undefined) ?? 'Import ended';
}

/** Follows the company's running imports from any page; empty while none runs. */
function RunningTray() {
  const openImportId = useMatch('/dashboard/users/imports/:importId')?.params.importId;
  const { shown, running, forget } = useRunningImports(openImportId);
  const first = running[0];
  if (shown.length === 0) return null;
  return (
    <Tray
      label={labelOf(shown, running)}
      listLabel="Running imports"
      percent={first === undefined ? null : percentDone(first)}
      running={running.length}
      stopped={shown.some(isStopped)}
      onSeen={forget}
    >
      {(close) => shown.map((summary) => <ImportItem key={summary.id} summary={summary} onOpen={close} />)}
    </Tray>
  );
}

/** Only for users who may import. */
export function ImportTray() {
  const claims = useClaims();
  return claims?.authorities.includes('user.create') === true ? <RunningTray key={claims.userId} /> : null;
}
