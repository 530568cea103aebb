import { t } from '@lingui/core/macro';
import { Box, Button, Tab, Tabs } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';

import {
  batchesChanged,
  type Card,
  type TrainingBatch,
  useChooseTrainersMutation,
  useGetTrainingBatchQuery,
  useListLeavingsOfBatchQuery,
} from '~/api/batches';
import { serverApi } from '~/api/generated/serverApi';
import { messageOf } from '~/api/problem';
import { useHasProfile } from '~/api/session/slice';
import { sessionsChanged } from '~/api/training';
import { FormError } from '~/forms/Form';
import { Typed } from '~/forms/TextField';
import { daysOf, sayLeaving, TRAINING, trainingOf } from '~/lib/batchLinks';
import { dayOf } from '~/lib/days';
import { useAppDispatch } from '~/lib/dispatch';
import { USER_MANAGERS } from '~/lib/profiles';
import { useListParams } from '~/lib/useListParams';
import { useSettled } from '~/lib/useSettled';
import { useChanges } from '~/realtime/extra';
import { CheckLine } from '~/ui/CheckLine';
import { ErrorState } from '~/ui/ErrorState';
import { FormDialog } from '~/ui/FormDialog';
import { BackLink, PageHeader, PageShell, PageSpinner } from '~/ui/PageShell';
import { PagedPanel } from '~/ui/PagedPanel';
import { Entries, Line, Panel } from '~/ui/Panel';
import { Note } from '~/ui/Text';

import { AttendanceTable, LAST } from '../components/AttendanceTable';
import { BatchPeople } from '../components/BatchPeople';
import { BatchSessions } from '../components/BatchSessions';
import { Register } from '../register/Register';

const PAGE_SIZE = 20;
const PAUSE = 3_000;
/** Marks are seen within a second; a pattern or a sheet is one event. */
const SESSIONS_PAUSE = 500;
const FRESH = { refetchOnMountOrArgChange: true, refetchOnFocus: true } as const;

function Left({ batchId }: { readonly batchId: string }) {
  const [page, setPage] = useState(1);
  const answer = useListLeavingsOfBatchQuery({ batchId, page, pageSize: PAGE_SIZE }, FRESH);
  return (
    <PagedPanel title={t`Have left`} failure={t`Those who have left could not be loaded.`} nothing={t`No one has left this batch.`} answer={answer} page={page} pageSize={PAGE_SIZE} onPage={setPage}>
      {(each) => (
        <Line key={`${each.userId ?? ''}${each.joinedAt}${each.leftAt}`} what={each.fullName ?? t`A deleted person`}>
          {sayLeaving(each)}
        </Line>
      )}
    </PagedPanel>
  );
}

function TrainersDialog({ batch: { id, trainers }, onClose }: { readonly batch: TrainingBatch; readonly onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly Pick<Card, 'id' | 'fullName'>[]>(trainers);
  const [typed, setTyped] = useState('');
  const search = useSettled(typed);
  const found = serverApi.useListPeopleQuery({ profile: 'TRAINER', status: 'active', search, pageSize: PAGE_SIZE });
  const [choose, { isLoading, error }] = useChooseTrainersMutation();
  const isIn = (people: readonly Pick<Card, 'id'>[], personId: string) => people.some((each) => each.id === personId);
  const offered = [...chosen, ...(found.data?.data ?? []).filter((each) => !isIn(chosen, each.id))];
  const submit = async () => {
    const add = chosen.filter((each) => !isIn(trainers, each.id)).map((each) => each.id);
    const remove = trainers.filter((each) => !isIn(chosen, each.id)).map((each) => each.id);
    const { error: refused } = await choose({ batchId: id, trainersRequest: { add, remove } });
    if (refused === undefined) onClose();
  };
  return (
    <FormDialog title={t`Choose trainers`} submitLabel={t`Save`} busy={isLoading} onSubmit={() => void submit()} onClose={onClose}>
      <FormError message={error === undefined ? null : messageOf(error, t`The trainers could not be saved.`)} />
      <Typed label={t`Search`} hint={t`People with the profile Trainer, by name, email or phone`} value={typed} input={{ type: 'search', maxLength: 100 }} onType={setTyped} />
      <Box role="group" aria-label={t`Trainers`} sx={{ display: 'grid' }}>
        {offered.map((person) => (
          <CheckLine
            key={person.id}
            label={person.fullName}
            checked={isIn(chosen, person.id)}
            onCheck={(isChecked) => setChosen(isChecked ? [...chosen, person] : chosen.filter((each) => each.id !== person.id))}
          />
        ))}
      </Box>
      {found.data !== undefined && offered.length === 0 && <Note>{t`No active person has the profile Trainer.`}</Note>}
      {found.error !== undefined && <ErrorState message={messageOf(found.error, t`The people could not be loaded.`)} onRetry={() => void found.refetch()} />}
    </FormDialog>
  );
}

function Trainers({ batch, manages }: { readonly batch: TrainingBatch; readonly manages: boolean }) {
  const [choosing, setChoosing] = useState(false);
  const button = (
    <Button variant="outlined" size="small" onClick={() => setChoosing(true)}>
      {t`Choose Trainers`}
    </Button>
  );
  return (
    <Panel title={t`Trainers`} aside={manages && button}>
      <Entries label={t`Trainers`} nothing={t`No one teaches this batch yet.`}>
        {batch.trainers.map(({ id, fullName, code }) => (
          <Line key={id} what={fullName}>
            {code}
          </Line>
        ))}
      </Entries>
      {choosing && <TrainersDialog batch={batch} onClose={() => setChoosing(false)} />}
    </Panel>
  );
}

const TABS = ['attendance', 'sessions', 'people'] as const;
const CHOICES = { tab: TABS, last: LAST, month: (value: string) => dayOf(`${value}-01`) !== undefined } as const;

/** A batch for those who teach it: attendance, sessions and people; administrators choose the trainers and see who has left. */
export function TrainingBatchPage({ renderActions }: { readonly renderActions: (batch: TrainingBatch) => ReactNode }) {
  const { batchId = '' } = useParams();
  const manages = useHasProfile(USER_MANAGERS);
  const list = useListParams(CHOICES);
  const tab = list.view.tab ?? 'attendance';
  const labels = { attendance: t`Attendance`, sessions: t({ message: 'Sessions', context: 'training' }), people: t`People` };
  const dispatch = useAppDispatch();
  const { data: batch, error, refetch } = useGetTrainingBatchQuery({ batchId }, FRESH);
  useChanges({ events: ['batches:changed'], pause: PAUSE, refetch: () => void dispatch(batchesChanged()) });
  useChanges({ events: ['training-session:changed'], concerns: (changed) => changed.batchId === batchId, pause: SESSIONS_PAUSE, refetch: () => void dispatch(sessionsChanged()) });
  return (
    <PageShell>
      <BackLink to={TRAINING}>{t`Training`}</BackLink>
      {batch === undefined && (error === undefined ? <PageSpinner /> : <ErrorState message={messageOf(error, t`The batch could not be loaded.`)} onRetry={() => void refetch()} />)}
      {batch !== undefined && (
        <>
          <PageHeader title={batch.name} subtitle={[batch.code ?? '', batch.location ?? '', daysOf(batch), batch.archivedAt === null ? '' : t`Archived`].filter((part) => part !== '').join(' · ')} actions={renderActions(batch)} />
          <Tabs value={tab} aria-label={batch.name} sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}>
            {TABS.map((each) => (
              <Tab key={each} id={`tab-${each}`} aria-controls={`panel-${each}`} value={each} label={labels[each]} component={Link} to={`${trainingOf(batchId)}${each === 'attendance' ? '' : `?tab=${each}`}`} />
            ))}
          </Tabs>
          <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
            {tab === 'attendance' && <Register batchId={batchId} />}
            {tab === 'attendance' && <AttendanceTable batchId={batchId} last={list.view.last ?? '12'} onLast={(last) => list.change({ last: last === '12' ? null : last })} sessionsAt={`${trainingOf(batchId)}?tab=sessions`} />}
            {tab === 'sessions' && <BatchSessions batch={batch} month={list.view.month} onMonth={(month) => list.change({ month })} />}
            {tab === 'people' && (
              <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' }, gap: 2, alignItems: 'start' }}>
                <BatchPeople batchId={batchId} />
                <Box sx={{ display: 'grid', gap: 2 }}>
                  <Trainers batch={batch} manages={manages} />
                  {manages && <Left batchId={batchId} />}
                </Box>
              </Box>
            )}
          </Box>
        </>
      )}
    </PageShell>
  );
}
