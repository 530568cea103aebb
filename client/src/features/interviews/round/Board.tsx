import { plural, t } from '@lingui/core/macro';
import { Box, Button, Typography } from '@mui/material';
import { type DragEvent, type ReactNode, useState } from 'react';

import { messageOf } from '~/api/problem';
import { formatAgo, formatCount, formatHour } from '~/lib/format';
import { joined } from '~/lib/texts';
import { radius, shadow } from '~/theme/tokens';
import { usePolledQuery } from '~/realtime/extra';
import { ActsMenu } from '~/ui/ActsMenu';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { ErrorState } from '~/ui/ErrorState';
import { padding, Panel } from '~/ui/Panel';
import { Announcer } from '~/ui/ProgressPanel';
import { StateChip } from '~/ui/StateChip';
import { Caption, Note, TextLink } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';
import { useAsked } from '~/ui/useAsked';

import { type DayBoard, interviewsApi, type PanelLane, type QueuedPerson, type RoundDetail, roundPath } from '../api';
import { PANEL_LOOKS, sayBehind, STATES } from '../words';

/** Without Redis a connection brings no events of other processes. */
const POLL_LIVE = 15_000;
const POLL = 5_000;
/** Minutes from which on a delay is red. */
const LATE = 10;

interface CardProps {
  readonly person: QueuedPerson;
  /** Null where the person may not be moved now. */
  readonly menu: ReactNode;
  readonly onDrag: ((person: QueuedPerson | null) => void) | null;
}

const card = { display: 'grid', gap: 0.25, p: 1, border: 1, borderColor: 'surface.line', borderRadius: radius.menu, bgcolor: 'background.paper', boxShadow: shadow.low, '&[draggable=true]': { cursor: 'grab' } } as const;

const sayPerson = ({ plannedAt, isHere, calledAt, startedAt, state }: QueuedPerson) =>
  joined(' · ', [
    (state === 'called' || state === 'in_room' || state === 'absent') && STATES[state],
    state === 'called' && calledAt !== null && formatAgo(calledAt),
    state === 'in_room' && startedAt !== null && t`since ${{ time: formatHour(startedAt) }}`,
    (state === 'waiting' || state === 'confirmed') && plannedAt !== null && formatHour(plannedAt),
    (state === 'waiting' || state === 'confirmed') && isHere && t`is here`,
  ]);

function PersonCard({ person, menu, onDrag }: CardProps) {
  const { fullName, label } = person;
  const isIn = person.state === 'called' || person.state === 'in_room';
  return (
    <Box
      component="li"
      draggable={onDrag !== null}
      onDragStart={({ dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = 'move';
        dataTransfer.setData('text/plain', fullName);
        onDrag?.(person);
      }}
      onDragEnd={() => onDrag?.(null)}
      sx={{ ...card, ...(isIn && { bgcolor: 'soft.accent', borderColor: 'primary.main' }) }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 0.5 }}>
        <Typography variant="body2" component="div" sx={{ minWidth: 0, pt: 0.25, fontWeight: 500, overflowWrap: 'anywhere' }}>
          {fullName} <Caption>{label}</Caption>
        </Typography>
        {menu}
      </Box>
      <Caption sx={{ fontVariantNumeric: 'tabular-nums' }}>{sayPerson(person)}</Caption>
    </Box>
  );
}

interface ColumnProps {
  readonly title: string;
  readonly label: string;
  readonly head: ReactNode;
  readonly menu?: ReactNode;
  readonly isOver: boolean;
  readonly drop?: object;
  readonly nothing: string | null;
  readonly children: ReactNode;
}

function Column({ title, label, head, menu, isOver, drop, nothing, children }: ColumnProps) {
  return (
    <Box component="section" aria-label={label} {...drop} sx={{ flex: '1 0 236px', maxWidth: { sm: 320 }, minWidth: 0, p: 0.75, borderRadius: radius.panel, bgcolor: 'surface.soft', ...(isOver && { outline: 2, outlineStyle: 'solid', outlineColor: 'primary.main' }) }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 0.5, px: 0.75, py: 0.5 }}>
        <Typography variant="body2" component="h3" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {menu}
      </Box>
      <Box sx={{ px: 0.75, pb: 1, minHeight: 44 }}>{head}</Box>
      {nothing !== null && <Caption component="p" sx={{ m: 0, px: 0.75, pb: 1 }}>{nothing}</Caption>}
      <Box component="ul" aria-label={label} sx={{ display: 'grid', gap: 0.75, m: 0, p: 0, listStyle: 'none' }}>
        {children}
      </Box>
    </Box>
  );
}

function LaneHead({ lane }: { readonly lane: PanelLane }) {
  const { place, state, waiting, done, behindMinutes } = lane;
  const isLate = behindMinutes >= LATE && waiting > 0;
  return (
    <>
      {state !== 'open' && <StateChip {...PANEL_LOOKS[state]} />}
      <Caption component="div" sx={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
        {joined(' · ', [place ?? false, t`${{ done: formatCount(done) }} done`, plural(waiting, { one: '# waits', other: '# wait' })])}
      </Caption>
      {state !== 'closed' && waiting > 0 && (
        <Caption component="div" sx={{ fontWeight: isLate ? 600 : 400, color: isLate ? 'error.main' : 'text.secondary' }}>{sayBehind(behindMinutes)}</Caption>
      )}
    </>
  );
}

/** Moves people and changes panels. What was refused is said; the board shows what is so. */
function useBoardActs() {
  const move = useAct(interviewsApi.useMoveCandidateMutation(), t`The person could not be moved.`);
  const desk = useAct(interviewsApi.useActAtDeskMutation(), t`This could not be saved.`);
  const state = useAct(interviewsApi.useChangePanelStateMutation(), t`The panel could not be changed.`);
  const rest = useAct(interviewsApi.useMoveRestMutation(), t`The queue could not be moved.`);
  return { move: move.act, desk: desk.act, state: state.act, rest: rest.act };
}

const sayLate = ({ lanes }: DayBoard) => {
  const late = lanes.filter(({ behindMinutes, waiting, state }) => state !== 'closed' && waiting > 0 && behindMinutes >= LATE);
  return late.length === 0 ? '' : plural(late.length, { one: '# panel is late', other: '# panels are late' });
};

function Lanes({ board, roundId }: { readonly board: DayBoard; readonly roundId: string }) {
  const acts = useBoardActs();
  const [dragged, setDragged] = useState<QueuedPerson | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const closing = useAsked<PanelLane>();
  const { lanes, waiting, waitingCount, aside } = board;
  const isOpen = board.state !== 'closed';
  const move = ({ id, version }: QueuedPerson, panelId: string | null) => void acts.move({ interviewId: id, moveRequest: { panelId, place: 1, version } });
  const moveLast = ({ id, version }: QueuedPerson, panelId: string | null) => void acts.move({ interviewId: id, moveRequest: { panelId, version } });
  const drop = (key: string, panelId: string | null) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return;
      event.preventDefault();
      setOver(key);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== null) moveLast(dragged, panelId);
      setDragged(null);
    },
  });
  const openLanes = lanes.filter(({ state }) => state !== 'closed');
  const personMenu = (person: QueuedPerson, laneId: string | null) => {
    const { id, version, isHere, fullName } = person;
    return (
      <ActsMenu
        label={`${t`Move to…`}: ${fullName}`}
        acts={[
          !isHere && { label: t`Is Here`, run: () => void acts.desk({ interviewId: id, deskRequest: { act: 'here', version } }) },
          { label: t`To the front`, run: () => move(person, laneId) },
          laneId !== null && { label: t`Next free panel`, begins: true, run: () => moveLast(person, null) },
          ...openLanes.filter((lane) => lane.id !== laneId).map((lane) => ({ label: lane.name, run: () => moveLast(person, lane.id) })),
        ]}
      />
    );
  };
  const setState = (lane: PanelLane, state: 'open' | 'paused' | 'closed') => acts.state({ panelId: lane.id, panelStateRequest: { state } });
  const laneMenu = (lane: PanelLane) =>
    isOpen && (
      <ActsMenu
        label={t`Actions on ${{ panel: lane.name }}`}
        minWidth={220}
        acts={[
          lane.state === 'open' ? { label: t`Pause`, run: () => void setState(lane, 'paused') } : { label: t({ message: 'Open', context: 'act' }), run: () => void setState(lane, 'open') },
          lane.waiting > 0 && { label: t`Rest to the next free panel`, hint: plural(lane.waiting, { one: '# person who waits is called by the panel that is free next.', other: '# people who wait are called by the panel that is free next.' }), begins: true, run: () => void acts.rest({ panelId: lane.id, restRequest: { to: null } }) },
          ...(lane.waiting > 0 ? openLanes.filter(({ id }) => id !== lane.id).map((other) => ({ label: t`Rest to ${{ panel: other.name }}`, run: () => void acts.rest({ panelId: lane.id, restRequest: { to: other.id } }) })) : []),
          lane.state !== 'closed' && { label: t`Close`, destructive: true, begins: true, run: () => closing.ask(lane) },
        ]}
      />
    );
  const draggable = isOpen ? setDragged : null;
  return (
    <Box onDragEnd={() => setDragged(null)} sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, alignItems: 'flex-start', gap: 1.25, p: 1.5, overflowX: 'auto' }}>
      {lanes.map((lane) => (
        <Column
          key={lane.id}
          title={lane.name}
          label={lane.name}
          head={<LaneHead lane={lane} />}
          menu={laneMenu(lane)}
          isOver={dragged !== null && over === lane.id}
          {...(lane.state !== 'closed' && { drop: drop(lane.id, lane.id) })}
          nothing={lane.current === null && lane.next.length === 0 ? t`No one waits here.` : null}
        >
          {lane.current !== null && <PersonCard person={lane.current} menu={null} onDrag={null} />}
          {lane.next.map((person) => (
            <PersonCard key={person.id} person={person} menu={isOpen && personMenu(person, lane.id)} onDrag={draggable} />
          ))}
          {lane.waiting > lane.next.length && (
            <li>
              <TextLink to={roundPath(roundId, `candidates&panel=${lane.id}`)} variant="body2" sx={{ px: 0.75 }}>{plural(lane.waiting - lane.next.length, { one: '# more', other: '# more' })}</TextLink>
            </li>
          )}
        </Column>
      ))}
      <Column title={t`Next free panel`} label={t`Next free panel`} head={<Caption>{plural(waitingCount, { one: '# waits', other: '# wait' })}</Caption>} isOver={dragged !== null && over === 'any'} drop={drop('any', null)} nothing={waiting.length === 0 ? t`No one waits for any panel.` : null}>
        {waiting.map((person) => (
          <PersonCard key={person.id} person={person} menu={isOpen && personMenu(person, null)} onDrag={draggable} />
        ))}
      </Column>
      {aside.length > 0 && (
        <Column title={t`Aside`} label={t`Aside`} head={<Caption>{t`Not there three times.`}</Caption>} isOver={false} nothing={null}>
          {aside.map((person) => (
            <PersonCard
              key={person.id}
              person={person}
              onDrag={null}
              menu={
                isOpen && (
                  <Button size="small" variant="text" sx={{ flexShrink: 0, my: -0.25 }} onClick={() => void acts.desk({ interviewId: person.id, deskRequest: { act: 'back', version: person.version } })}>
                    {t`Bring Back`}
                  </Button>
                )
              }
            />
          ))}
        </Column>
      )}
      <ConfirmDialog
        open={closing.asking}
        title={t`Close ${{ panel: closing.asked?.name ?? '' }}?`}
        confirmLabel={t`Close Panel`}
        destructive
        onConfirm={() => {
          if (closing.asked !== null) void setState(closing.asked, 'closed');
          closing.close();
        }}
        onClose={closing.close}
      >
        {plural(closing.asked?.waiting ?? 0, { 0: 'It calls no one any more.', one: 'It calls no one any more. # person who waits for it is called by the next free panel.', other: 'It calls no one any more. # people who wait for it are called by the next free panel.' })}
      </ConfirmDialog>
    </Box>
  );
}

/** The panels of the day: who is in, who is next, and how late they run. */
export function Board({ round }: { readonly round: RoundDetail }) {
  const { currentData: board, error, refetch } = usePolledQuery(
    interviewsApi.useReadInterviewBoardQuery,
    { roundId: round.id },
    { intervalOf: (_answer, live) => (live ? POLL_LIVE : POLL), refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  const aside = board !== undefined && board.endsAt !== null && <Note component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>{t`Through at about ${{ time: formatHour(board.endsAt) }}`}</Note>;
  return (
    <Panel title={t`The day`} aside={aside}>
      {board === undefined && error !== undefined && <ErrorState inPanel message={messageOf(error, t`The board could not be loaded.`)} onRetry={() => void refetch()} />}
      {board === undefined && error === undefined && <Note role="status" sx={padding}>{t`Loading the board…`}</Note>}
      {board !== undefined && board.lanes.length === 0 && <Note sx={padding}>{t`There are no panels yet.`}</Note>}
      {board !== undefined && board.lanes.length > 0 && <Lanes board={board} roundId={round.id} />}
      <Announcer>{board === undefined ? '' : sayLate(board)}</Announcer>
    </Panel>
  );
}
