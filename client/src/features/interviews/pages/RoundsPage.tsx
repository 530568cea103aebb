import { plural, t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { useHasProfile } from '~/api/session/slice';
import { serverNow } from '~/lib/clock';
import { dayOf } from '~/lib/days';
import { dayOfMoment, formatCount, formatNamedDay } from '~/lib/format';
import { PLACEMENT_PROFILES, USER_MANAGERS } from '~/lib/profiles';
import { joined } from '~/lib/texts';
import { useListParams } from '~/lib/useListParams';
import { EmptyState } from '~/ui/EmptyState';
import { CalendarIcon } from '~/ui/icons';
import { PageHeader, PageShell } from '~/ui/PageShell';
import { Panel } from '~/ui/Panel';
import { type Column, PagedList, RowCard, RowList } from '~/ui/RowList';
import { StateChip } from '~/ui/StateChip';
import { TextLink } from '~/ui/Text';

import { interviewsApi, roundPath, type RoundRecord } from '../api';
import { OwnPanelsOf } from '../panel/PanelItems';
import { RoundDialog } from '../round/RoundDialog';
import { ROUND_LOOKS } from '../words';

const PAGE_SIZE = 20;
const FRESH = { refetchOnMountOrArgChange: true, refetchOnFocus: true } as const;
const CHOICES = { day: (value: string) => dayOf(value) !== undefined } as const;

const placedOf = ({ candidates, placed }: RoundRecord) => (candidates === 0 ? '—' : t`${{ placed: formatCount(placed) }} of ${{ all: formatCount(candidates) }}`);

function Name({ round: { id, name, location } }: { readonly round: RoundRecord }) {
  return (
    <TextLink to={roundPath(id)} sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
      {joined(' · ', [name, location ?? false])}
    </TextLink>
  );
}

export function RoundRows({ rounds }: { readonly rounds: readonly RoundRecord[] }) {
  const state = ({ state: of }: RoundRecord) => <StateChip {...ROUND_LOOKS[of]} />;
  const columns: readonly Column<RoundRecord>[] = [
    { head: t`Day`, width: 170, cell: ({ day }) => formatNamedDay(day) },
    { head: t`Round`, cell: (round) => <Name round={round} /> },
    { head: t`State`, width: 110, cell: state },
    { head: t`Panels`, isNumber: true, width: 90, cell: ({ panels }) => formatCount(panels) },
    { head: t`With a time`, isNumber: true, width: 150, cell: placedOf },
    { head: t`Done`, isNumber: true, width: 90, cell: ({ done }) => formatCount(done) },
  ];
  const card = (round: RoundRecord) => (
    <RowCard
      title={<Name round={round} />}
      aside={state(round)}
      lines={[joined(' · ', [formatNamedDay(round.day), plural(round.panels, { one: '# panel', other: '# panels' }), t`${{ placed: placedOf(round) }} with a time`, t`${{ done: formatCount(round.done) }} done`])]}
    />
  );
  return <RowList label={t`Rounds`} rows={rounds} keyOf={({ id }) => id} columns={columns} minWidth={820} card={card} />;
}

function Rounds({ onMake }: { readonly onMake: (() => void) | null }) {
  const list = useListParams(CHOICES);
  const { day, page } = list.view;
  const answer = interviewsApi.useListRoundsQuery({ page, pageSize: PAGE_SIZE, day }, FRESH);
  const today = dayOfMoment(new Date(serverNow()));
  const empty =
    day === null ? (
      <EmptyState title={t`No rounds yet`} icon={<CalendarIcon fontSize="small" />} {...(onMake !== null && { way: { label: t`New Round`, to: onMake, variant: 'contained' } })}>
        {t`A round is one day of interviews: its panels, its candidates, and who is next.`}
      </EmptyState>
    ) : (
      <EmptyState title={t`No rounds on this day`} way={{ label: t`All Days`, to: list.clear }}>
        {formatNamedDay(day)}
      </EmptyState>
    );
  return (
    <Panel
      title={day === null ? t`Rounds` : formatNamedDay(day)}
      aside={
        <Button size="small" variant="text" onClick={() => list.change({ day: day === null ? today : null })}>
          {day === null ? t`Only Today` : t`All Days`}
        </Button>
      }
    >
      <PagedList answer={answer} failure={t`The rounds could not be loaded.`} label={t`Rounds`} pageSize={PAGE_SIZE} list={list} rowHeight={52} skeletons={5} empty={empty}>
        {(rounds) => <RoundRows rounds={rounds} />}
      </PagedList>
    </Panel>
  );
}

/** The rounds of the company for those who plan them, and the panels on which the reader sits. */
export function RoundsPage() {
  const manages = useHasProfile(PLACEMENT_PROFILES);
  // Placement staff make rounds of their openings alone, on the page of an opening.
  const makes = useHasProfile(USER_MANAGERS);
  const [making, setMaking] = useState(false);
  const navigate = useNavigate();
  const make = () => setMaking(true);
  return (
    <PageShell>
      <PageHeader
        title={t`Interviews`}
        subtitle={manages ? t`Rounds, their panels and candidates, and the day itself.` : t`The panels on which you sit.`}
        actions={
          makes && (
            <Button variant="contained" onClick={make}>
              {t`New Round`}
            </Button>
          )
        }
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <OwnPanelsOf isAlways={!manages} />
        {manages && <Rounds onMake={makes ? make : null} />}
      </Box>
      {making && <RoundDialog round={null} onSaved={({ id }) => void navigate(roundPath(id))} onClose={() => setMaking(false)} />}
    </PageShell>
  );
}
