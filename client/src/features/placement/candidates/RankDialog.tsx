import { t } from '@lingui/core/macro';
import { Box, IconButton } from '@mui/material';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { ErrorState } from '~/ui/ErrorState';
import { FormDialog } from '~/ui/FormDialog';
import { ChevronLeftIcon, ChevronRightIcon } from '~/ui/icons';
import { DragHandle, movedTo, useReorder } from '~/ui/Reorder';
import { Caption, Note } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

import { type Opening, placementApi } from '../api';

/** A page of the server's, and as many as can be put in order by hand. */
const MOST_RANKED = 100;

const RANKED: ReadonlySet<string> = new Set(['shortlisted', 'in_rounds', 'selected']);

/** The candidates of the shortlist in an order, which an employer's file is in as well. */
export function RankDialog({ opening: { id: openingId, version }, onClose }: { readonly opening: Opening; readonly onClose: () => void }) {
  const { data, error, refetch } = placementApi.useListOpeningCandidatesQuery({ openingId, page: 1, pageSize: MOST_RANKED }, { refetchOnMountOrArgChange: true });
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const saving = placementApi.useRankCandidatesMutation();
  const { act: save, busy } = useAct(saving, t`The order could not be saved.`, t`The order is saved.`);
  const people = (data?.data ?? []).filter(({ state }) => RANKED.has(state));
  const keys = chosen ?? people.map(({ id }) => id);
  const move = (id: string, place: number) => setChosen(movedTo(keys, id, place));
  const { order, dragged, list } = useReorder(keys, move);
  const submit = async () => {
    if ((await save({ openingId, rankRequest: { userIds: [...keys], version } })) !== undefined) onClose();
  };
  return (
    <FormDialog title={t`Rank the shortlist`} isSheet submitLabel={t`Save Order`} busy={busy} disabled={keys.length === 0} onSubmit={() => void submit()} onClose={onClose}>
      {error !== undefined && <ErrorState message={messageOf(error, t`The candidates could not be loaded.`)} onRetry={() => void refetch()} />}
      {data !== undefined && people.length === 0 && <Note>{t`No one is on the shortlist yet.`}</Note>}
      {data !== undefined && data.total > MOST_RANKED && <Note>{t`The first ${MOST_RANKED} candidates can be ranked.`}</Note>}
      <Box component="ol" aria-label={t`Order`} {...list} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {order.map((id, index) => {
          const name = people.find((each) => each.id === id)?.fullName ?? '';
          const step = (label: string, to: number, isEnd: boolean, turn: string) => (
            <IconButton aria-label={label} disabled={isEnd} onClick={() => move(id, to)} sx={{ width: { xs: 44, sm: 36 }, height: { xs: 44, sm: 36 } }}>
              {turn === 'up' ? <ChevronLeftIcon fontSize="small" sx={{ rotate: '90deg' }} /> : <ChevronRightIcon fontSize="small" sx={{ rotate: '90deg' }} />}
            </IconButton>
          );
          return (
            <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'center', gap: 1, borderTop: index === 0 ? 0 : 1, borderColor: 'divider', bgcolor: id === dragged ? 'surface.soft' : 'transparent' }}>
              <DragHandle of={id} />
              <Caption sx={{ minWidth: 24, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>{index + 1}</Caption>
              <Box sx={{ flex: 1, minWidth: 0, typography: 'body2', overflowWrap: 'anywhere' }}>{name}</Box>
              {step(t`Move ${name} up`, index - 1, index === 0, 'up')}
              {step(t`Move ${name} down`, index + 1, index === order.length - 1, 'down')}
            </Box>
          );
        })}
      </Box>
    </FormDialog>
  );
}
