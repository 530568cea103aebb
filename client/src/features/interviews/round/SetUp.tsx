import { t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { useState } from 'react';

import { formatCount, formatList, formatNamedDay } from '~/lib/format';
import { useListStagesQuery } from '~/realtime/stages';
import { ActsMenu } from '~/ui/ActsMenu';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { EmptyState } from '~/ui/EmptyState';
import { Fact, padding, Panel } from '~/ui/Panel';
import { type Column, RowCard, RowList } from '~/ui/RowList';
import { StateChip } from '~/ui/StateChip';
import { useAct } from '~/ui/toasts/useAct';
import { useAsked } from '~/ui/useAsked';

import { interviewsApi, type PanelRecord, type RoundDetail } from '../api';
import { PANEL_LOOKS, sayLength } from '../words';
import { PanelDialog } from './PanelDialog';
import { PanelsDialog } from './PanelsDialog';
import { RoundDialog } from './RoundDialog';

interface OfRound {
  readonly round: RoundDetail;
}

function About({ round }: OfRound) {
  const [changing, setChanging] = useState(false);
  const stage = useListStagesQuery().data?.stages.find(({ id }) => id === round.passStageId);
  const close = () => setChanging(false);
  return (
    <Panel
      title={t`About`}
      aside={
        round.state !== 'closed' && (
          <Button size="small" variant="outlined" onClick={() => setChanging(true)}>
            {t`Change`}
          </Button>
        )
      }
    >
      <Box component="dl" sx={{ ...padding, display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))', gap: 2.5, m: 0 }}>
        <Fact term={t`Day`}>{formatNamedDay(round.day)}</Fact>
        <Fact term={t`Interviews`}>{sayLength(round)}</Fact>
        <Fact term={t`Centre`}>{round.location ?? '—'}</Fact>
        <Fact term={t`Stage of those who pass`}>{stage?.name ?? '—'}</Fact>
        <Fact term={t`Criteria`}>{formatList(round.criteria.map(({ label }) => label))}</Fact>
      </Box>
      {changing && <RoundDialog round={round} onSaved={close} onClose={close} />}
    </Panel>
  );
}

const hoursOf = ({ from, to }: PanelRecord) => `${from} – ${to}`;
const namesOf = ({ panelists }: PanelRecord) => (panelists.length === 0 ? t`No one yet` : formatList(panelists.map(({ fullName }) => fullName)));
const placeOf = ({ place, link }: PanelRecord) => place ?? link ?? '—';

function Panels({ round }: OfRound) {
  const [added, setAdded] = useState<'one' | 'several' | null>(null);
  const [changed, setChanged] = useState<PanelRecord | null>(null);
  const { asked, asking, ask, close } = useAsked<PanelRecord>();
  const { act: remove, busy } = useAct(interviewsApi.useDeletePanelMutation(), t`The panel could not be deleted.`, t`The panel is deleted.`);
  const isOpen = round.state !== 'closed';
  const acts = (panel: PanelRecord) =>
    isOpen && (
      <ActsMenu
        label={t`Actions on ${{ panel: panel.name }}`}
        acts={[
          { label: t`Change`, run: () => setChanged(panel) },
          { label: t`Delete`, destructive: true, begins: true, run: () => ask(panel) },
        ]}
      />
    );
  const chip = ({ state }: PanelRecord) => state !== 'open' && <StateChip {...PANEL_LOOKS[state]} />;
  const columns: readonly Column<PanelRecord>[] = [
    { head: t`Panel`, cell: (panel) => <Box sx={{ display: 'flex', gap: 1, fontWeight: 500 }}>{panel.name}{chip(panel)}</Box>, sx: { overflowWrap: 'anywhere' } },
    { head: t`Place`, cell: placeOf, sx: { overflowWrap: 'anywhere' } },
    { head: t`Hours`, width: 130, cell: hoursOf },
    { head: t`Panelists`, cell: namesOf, sx: { overflowWrap: 'anywhere' } },
    { head: t`Times`, isNumber: true, width: 80, cell: ({ slots }) => formatCount(slots) },
    { head: t`Waiting`, isNumber: true, width: 90, cell: ({ queue }) => formatCount(queue) },
    { head: <span className="visually-hidden">{t`Actions`}</span>, width: 60, cell: acts },
  ];
  const card = (panel: PanelRecord) => <RowCard title={panel.name} aside={acts(panel)} lines={[`${hoursOf(panel)} · ${placeOf(panel)}`, namesOf(panel)]} />;
  return (
    <Panel
      title={t`Panels`}
      aside={
        isOpen && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button size="small" variant="outlined" onClick={() => setAdded('several')}>
              {t`Paste or Upload`}
            </Button>
            <Button size="small" variant="contained" onClick={() => setAdded('one')}>
              {t`Add Panel`}
            </Button>
          </Box>
        )
      }
    >
      {round.panelList.length === 0 ? (
        <EmptyState title={t`No panels yet`}>{t`Add them one by one, paste them out of a table, or upload a file.`}</EmptyState>
      ) : (
        <RowList label={t`Panels`} rows={round.panelList} keyOf={({ id }) => id} columns={columns} minWidth={760} wraps card={card} />
      )}
      {added === 'one' && <PanelDialog round={round} panel={null} onClose={() => setAdded(null)} />}
      {added === 'several' && <PanelsDialog round={round} onClose={() => setAdded(null)} />}
      {changed !== null && <PanelDialog round={round} panel={changed} onClose={() => setChanged(null)} />}
      <ConfirmDialog open={asking} title={t`Delete ${{ panel: asked?.name ?? '' }}?`} confirmLabel={t`Delete`} destructive busy={busy} onConfirm={() => void remove({ panelId: asked?.id ?? '' }).then(close)} onClose={close}>
        {t`Its candidates stay in the round, without a time.`}
      </ConfirmDialog>
    </Panel>
  );
}

/** What a round is about, and its panels. */
export function SetUp({ round }: OfRound) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <About round={round} />
      <Panels round={round} />
    </Box>
  );
}
