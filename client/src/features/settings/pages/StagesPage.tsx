import { t } from '@lingui/core/macro';
import { Box, Button, Chip, Link } from '@mui/material';
import { useState } from 'react';

import type { StageRecord } from '~/api/generated/serverApi';
import { useClaims } from '~/api/session/slice';
import { countPeople, formatCount } from '~/lib/format';
import { stageWords } from '~/lib/stageWords';
import { joined } from '~/lib/texts';
import { stagesApi, useListStagesQuery } from '~/realtime/stages';
import { ActsMenu } from '~/ui/ActsMenu';
import { AddIcon } from '~/ui/icons';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { Nothing, QueryPanel } from '~/ui/Panel';
import { DragHandle, movedTo, useReorder } from '~/ui/Reorder';
import { type Column, RowCard, RowList } from '~/ui/RowList';
import { Caption, TextLink } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

import { ArchiveDialog } from '../stages/ArchiveDialog';
import { draftedStage, StageDrawer } from '../stages/StageDrawer';
import { StageMark } from '~/ui/StageMark';
import { COLOURS, KINDS } from '../stages/stageValues';

/** A finger meets it on a phone, and the lines stay as close as they are. */
const PRESSED = { display: 'inline-block', py: { xs: 1.625, sm: 0 }, my: { xs: -1.625, sm: 0 } } as const;

interface ListProps {
  readonly stages: readonly StageRecord[];
  readonly onEdit: (stage: StageRecord) => void;
  readonly onArchive: (stage: StageRecord) => void;
}

const peopleIn = (id: string) => `/dashboard/users?${new URLSearchParams({ tab: 'manage', stage: id }).toString()}`;

/** What its people read, in one line. */
const readOf = ({ publicName, publicText, publicNext }: StageRecord) =>
  joined(' · ', [stageWords(publicName), [publicText, publicNext].map(stageWords).join(' ').trim() || false]);

/** The stages in their order. A move is one write. */
function StageList({ stages, onEdit, onArchive }: ListProps) {
  const ordering = useAct(stagesApi.useOrderStagesMutation(), t`The stages could not be moved.`);
  const [said, setSaid] = useState('');
  const ids = stages.map(({ id }) => id);
  const put = async (id: string, place: number) => {
    const done = await ordering.act({ orderStagesRequest: { ids: [...movedTo(ids, id, place)] } });
    if (done !== undefined) setSaid(t`${{ stage: stages.find((each) => each.id === id)?.name ?? '' }} is now ${{ place: place + 1 }} of ${{ count: ids.length }}`);
  };
  const move = (id: string, place: number) => void (ordering.busy || put(id, place));
  const { order, dragged, list } = useReorder(ids, move);
  const rows = order.flatMap((id) => stages.filter((stage) => stage.id === id));
  const name = (stage: StageRecord) => (
    <Link key="name" component="button" type="button" underline="hover" onClick={() => onEdit(stage)} sx={{ ...PRESSED, fontWeight: 500, textAlign: 'left', overflowWrap: 'anywhere' }}>
      {stage.name}
    </Link>
  );
  const kind = (stage: StageRecord) => (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
      {KINDS[stage.kind]}
      {stage.forAccepted && <Chip size="small" label={t`Accepted people come here`} />}
    </Box>
  );
  const mark = ({ kind: sign, colour }: StageRecord) => (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      <StageMark kind={sign} colour={colour} />
      {COLOURS[colour]}
    </Box>
  );
  const people = ({ id, name: ofStage, people: count }: StageRecord, words: string) =>
    count === 0 ? (
      words
    ) : (
      <TextLink key="people" to={peopleIn(id)} aria-label={`${countPeople(count)}, ${ofStage}`} sx={PRESSED}>
        {words}
      </TextLink>
    );
  const acts = (stage: StageRecord) => {
    const place = ids.indexOf(stage.id);
    const isKept = stage.kind === 'entry' || stage.forAccepted;
    return (
      <ActsMenu
        label={t`Actions for ${{ label: stage.name }}`}
        acts={[
          { label: t`Edit`, run: () => onEdit(stage) },
          place > 0 && { label: t`Move up`, run: () => move(stage.id, place - 1) },
          place < ids.length - 1 && { label: t`Move down`, run: () => move(stage.id, place + 1) },
          { label: t`Archive`, begins: true, disabled: isKept, ...(isKept && { hint: t`Applicants or accepted people come to this stage.` }), run: () => onArchive(stage) },
        ]}
      />
    );
  };
  const columns: readonly Column<StageRecord>[] = [
    { head: <span className="visually-hidden">{t`Order`}</span>, width: 48, cell: ({ id }) => <DragHandle of={id} />, sx: { pr: 0 } },
    { head: t`Stage`, cell: (stage) => [name(stage), <Caption key="read" component="p">{readOf(stage)}</Caption>] },
    { head: t`Kind`, width: 220, cell: kind },
    { head: t`Colour`, width: 130, cell: mark },
    { head: t`People`, width: 90, isNumber: true, cell: (stage) => people(stage, formatCount(stage.people)) },
    { head: <span className="visually-hidden">{t`Actions`}</span>, width: 72, isNumber: true, cell: acts },
  ];
  const card = (stage: StageRecord) => (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, ml: -1 }}>
      <DragHandle of={stage.id} />
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5 }}>
        <RowCard
          title={name(stage)}
          aside={<Box sx={{ my: -1 }}>{acts(stage)}</Box>}
          lines={[readOf(stage), kind(stage), <Box key="mark" sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>{mark(stage)}{people(stage, countPeople(stage.people))}</Box>]}
        />
      </Box>
    </Box>
  );
  return (
    <Box {...list} sx={dragged === undefined ? {} : { userSelect: 'none', [`& :is(tr, li):has([data-handle="${dragged}"])`]: { bgcolor: 'surface.sunken' } }}>
      <RowList label={t`Stages`} rows={rows} keyOf={({ id }) => id} columns={columns} minWidth={900} wraps card={card} />
      <Box role="status" className="visually-hidden">
        {said}
      </Box>
    </Box>
  );
}

export function StagesPage() {
  const answer = useListStagesQuery();
  const userId = useClaims()?.userId ?? '';
  const [edited, setEdited] = useState(() => draftedStage(userId));
  const [archived, setArchived] = useState<StageRecord | null>(null);
  const stages = answer.data?.stages ?? [];
  return (
    <PageShell>
      <BackLink to="/dashboard/settings">{t`Settings`}</BackLink>
      <PageHeader
        title={t`Stages`}
        subtitle={t`The way of applicants and trainees, step by step, and what they read on it.`}
        actions={
          <Button variant="contained" startIcon={<AddIcon fontSize="small" />} onClick={() => setEdited({ edited: null })}>
            {t`Add stage`}
          </Button>
        }
      />
      <QueryPanel title={t`Stages in their order`} answer={answer} failure={t`The stages could not be loaded.`} lines={8} loading={t`Loading the stages`}>
        {() => (stages.length > 0 ? <StageList stages={stages} onEdit={(stage) => setEdited({ edited: stage })} onArchive={setArchived} /> : <Nothing>{t`There are no stages. Add the first one.`}</Nothing>)}
      </QueryPanel>
      {edited !== null && <StageDrawer stage={edited.edited} onClose={() => setEdited(null)} />}
      {archived !== null && <ArchiveDialog stage={archived} others={stages.filter(({ id }) => id !== archived.id)} onClose={() => setArchived(null)} />}
    </PageShell>
  );
}
