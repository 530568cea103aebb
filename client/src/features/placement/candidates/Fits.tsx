import { plural, t } from '@lingui/core/macro';
import { Box, Button, Paper } from '@mui/material';
import { useState } from 'react';

import { useHasProfile } from '~/api/session/slice';
import { formatCount } from '~/lib/format';
import { showValue } from '~/lib/ownFields';
import { USER_MANAGERS } from '~/lib/profiles';
import { joined } from '~/lib/texts';
import { useOwnFields } from '~/realtime/ownFields';
import { EmptyState } from '~/ui/EmptyState';
import { UsersIcon } from '~/ui/icons';
import { Entries, Line, panelBar, QueryPanel } from '~/ui/Panel';
import { type Column, PagedList, PersonLink, RowCard, RowList } from '~/ui/RowList';
import { SelectBox } from '~/ui/SelectBox';
import { StateChip } from '~/ui/StateChip';
import { Caption } from '~/ui/Text';

import { type FitPerson, FRESH, type NearlyItem, type Opening, placementApi, type SelectPeople } from '../api';
import { useChosen } from '../useChosen';
import { CANDIDACY_CHIPS } from '../words';
import { Conditions } from '../openings/Conditions';
import { MoveDialog } from './MoveDialog';
import { WhyNotSearch } from './WhyNot';

const PAGE_SIZE = 20;
const MOST_FIELDS = 3;

function sayNearly({ label, people, relaxed, relaxedPeople }: NearlyItem): string {
  const name = label === '' ? t`batch or stage` : label;
  const without = plural(people, { one: '# person more without this condition', other: '# people more without this condition' });
  return relaxed === null ? without : joined(' · ', [t`${{ more: formatCount(relaxedPeople) }} more if ${name} ≥ ${{ relaxed: formatCount(relaxed) }}`, without]);
}

/** Who would fit with one condition less. It is counted by itself, as it takes longer. */
function Nearly({ openingId }: { readonly openingId: string }) {
  const answer = placementApi.useCountWhoNearlyFitsQuery({ openingId });
  if (answer.data?.items.length === 0) return null;
  return (
    <QueryPanel title={t`Who nearly fits`} answer={answer} failure={t`Who nearly fits could not be counted.`} lines={2}>
      {({ items }) => (
        <Entries label={t`Who nearly fits`}>
          {items.map((item) => (
            <Line key={item.field} what={item.label === '' ? t`Batch or stage` : item.label}>
              {sayNearly(item)}
            </Line>
          ))}
        </Entries>
      )}
    </QueryPanel>
  );
}

function useRows(chosen: ReturnType<typeof useChosen>, rows: readonly FitPerson[], mayChoose: boolean) {
  const seesPeople = useHasProfile(USER_MANAGERS);
  const { seen: fields } = useOwnFields();
  const box = ({ id, fullName }: FitPerson) => <SelectBox label={t`Select ${fullName}`} state={chosen.isChosen(id) ? 'all' : 'none'} onToggle={() => chosen.toggle(id)} sx={{ my: -0.5, ml: -1 }} />;
  const name = ({ id, fullName }: FitPerson) => <PersonLink name={fullName} id={seesPeople ? id : null} />;
  const state = ({ state: held, isPlaced }: FitPerson) => (
    <Box sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {held !== null && <StateChip {...CANDIDACY_CHIPS[held]} />}
      {isPlaced && <Caption sx={{ alignSelf: 'center' }}>{t`Placed`}</Caption>}
    </Box>
  );
  const details = ({ fields: values }: FitPerson) => joined(' · ', fields.filter(({ key }) => values?.[key] !== undefined).slice(0, MOST_FIELDS).map((field) => `${field.label}: ${showValue(field, values?.[field.key])}`));
  const all = <SelectBox label={t`Select all on this page`} state={chosen.ofPage(rows)} onToggle={() => chosen.togglePage(rows)} sx={{ my: -0.5, ml: -1 }} />;
  const columns: readonly Column<FitPerson>[] = [
    ...(mayChoose ? [{ head: all, width: 44, cell: box }] : []),
    { head: t`Name`, cell: name, sx: { fontWeight: 500, overflowWrap: 'anywhere' } },
    { head: t`Code`, width: 120, cell: ({ code }) => code ?? '—' },
    { head: t`Batches`, cell: ({ batches }) => batches.join(', ') || '—', sx: { overflowWrap: 'anywhere' } },
    { head: t`Details`, cell: (person) => details(person) || '—', sx: { overflowWrap: 'anywhere' } },
    { head: t`Here`, width: 150, cell: state },
  ];
  const card = (person: FitPerson) => (
    <RowCard title={<Box sx={{ display: 'flex', gap: 0.5, alignItems: 'center' }}>{mayChoose && box(person)}<span>{name(person)}</span></Box>} aside={state(person)} lines={[joined(' · ', [person.code ?? false, ...person.batches]), details(person)]} />
  );
  return { columns, card };
}

/** The people who fulfil the conditions of an opening, and those who nearly do. */
export function Fits({ opening, list }: { readonly opening: Opening; readonly list: { readonly view: { readonly page: number }; readonly setPage: (page: number) => void; readonly correctPage: (page: number) => void } }) {
  const { id: openingId, mayManage, state } = opening;
  const answer = placementApi.useListWhoFitsQuery({ openingId, page: list.view.page, pageSize: PAGE_SIZE }, FRESH);
  const chosen = useChosen();
  const [moved, setMoved] = useState<SelectPeople | null>(null);
  const mayChoose = mayManage && state !== 'closed';
  const rows = useRows(chosen, answer.data?.data ?? [], mayChoose);
  const total = answer.data?.total ?? 0;
  const all = `${formatCount(total)}${answer.data?.totalIsExact === false ? '+' : ''}`;
  const selected = chosen.count;
  return (
    <>
      <Conditions opening={opening} />
      <Paper variant="outlined" component="section" aria-label={t`Who fits`} sx={{ overflow: 'hidden' }}>
        <Box sx={{ ...panelBar, position: 'sticky', top: 'var(--wm-bar, 0px)', zIndex: 1, bgcolor: 'background.paper', p: 1.5 }}>
          <Box component="h2" sx={{ m: 0, typography: 'h6' }}>
            <span role="status">{answer.data === undefined ? t`Who fits` : plural(total, { 0: 'No one fits', one: '# person fits', other: '# people fit' })}</span>
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <WhyNotSearch openingId={openingId} />
            {mayChoose && selected > 0 && (
              <Button size="small" variant="text" color="inherit" onClick={chosen.clear}>
                {t`Clear`}
              </Button>
            )}
            {mayChoose && total > 0 && (
              <Button size="small" variant="contained" onClick={() => setMoved(selected > 0 ? { ids: chosen.ids } : { fits: true })}>
                {selected > 0 ? t`Shortlist ${{ count: formatCount(selected) }}` : t`Shortlist All ${{ count: all }}`}
              </Button>
            )}
          </Box>
        </Box>
        <PagedList
          answer={answer}
          failure={t`Who fits could not be loaded.`}
          label={t`Who fits`}
          pageSize={PAGE_SIZE}
          list={list}
          skeletons={6}
          empty={<EmptyState title={t`No one fits`} icon={<UsersIcon fontSize="small" />}>{t`Take a condition away, or see below which one keeps most people out.`}</EmptyState>}
        >
          {(people) => <RowList label={t`Who fits`} rows={people} keyOf={({ id }) => id} minWidth={860} {...rows} />}
        </PagedList>
      </Paper>
      <Nearly openingId={openingId} />
      {moved !== null && (
        <MoveDialog
          openingId={openingId}
          select={moved}
          state="shortlisted"
          onClose={() => setMoved(null)}
          onMoved={() => {
            setMoved(null);
            chosen.clear();
          }}
        />
      )}
    </>
  );
}
