import { t } from '@lingui/core/macro';
import { Box, Button, Skeleton, Tab, Tabs, Typography } from '@mui/material';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';

import type { BoardCard } from '~/api/generated/serverApi';
import { messageOf } from '~/api/problem';
import { dayOfMoment, formatCount, formatDay } from '~/lib/format';
import { radius, shadow } from '~/theme/tokens';
import { ErrorState } from '~/ui/ErrorState';
import { StageMark } from '~/ui/StageMark';
import { StageMenu } from '~/ui/StageMenu';
import { Caption, Note, TextLink } from '~/ui/Text';
import { useAsked } from '~/ui/useAsked';
import { useIsMobile } from '~/ui/useIsMobile';

import { rowId } from '../keyboard/KeysDialog';
import { MoveDialog } from '../person/PersonStages';
import { personLinkId, usePersonInAddress } from '../person/usePersonInAddress';
import { type OnSelect, type Selection, SelectUser } from '../selection/SelectionBar';
import { moveButtonId, type StageBoard, type StageOfBoard } from './useBoard';

/** A person of a stage, and the button that asks where to move them. */
interface Asked {
  readonly card: BoardCard;
  readonly stage: StageOfBoard;
  readonly button?: HTMLElement;
}

interface CardProps extends Asked {
  readonly selected: boolean;
  readonly onSelect: OnSelect | null;
  /** Null where the person may not be moved. */
  readonly onAsk: ((asked: Asked) => void) | null;
  readonly onDrag: (dragged: Asked | null) => void;
}

const card = {
  display: 'grid',
  gap: 0.25,
  p: 1.25,
  border: 1,
  borderColor: 'surface.line',
  borderRadius: radius.menu,
  bgcolor: 'background.paper',
  boxShadow: shadow.low,
  '&[draggable=true]': { cursor: 'grab' },
} as const;

function Card({ card: person, stage, selected, onSelect, onAsk, onDrag }: CardProps) {
  const { id, fullName, code, enteredAt } = person;
  const { searchOf } = usePersonInAddress();
  return (
    <Box
      component="li"
      id={rowId(id)}
      tabIndex={-1}
      draggable={onAsk !== null}
      onDragStart={({ dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = 'move';
        dataTransfer.setData('text/plain', fullName);
        onDrag({ card: person, stage });
      }}
      onDragEnd={() => onDrag(null)}
      sx={{ ...card, ...(selected && { bgcolor: 'soft.accent', borderColor: 'primary.main' }) }}
    >
      <Box sx={{ display: 'flex', alignItems: { xs: 'center', sm: 'flex-start' }, gap: 0.5, minHeight: 28, pl: onSelect === null ? 0 : 0.75 }}>
        <SelectUser user={person} selected={selected} onSelect={onSelect} />
        <Typography variant="body2" component="h3" sx={{ flex: 1, minWidth: 0, pt: 0.25, fontWeight: 500, overflowWrap: 'anywhere' }}>
          <TextLink id={personLinkId(id)} to={{ search: searchOf(id) }} preventScrollReset draggable={false} color="inherit" underline="hover">
            {fullName}
          </TextLink>
        </Typography>
        {code !== null && <Caption sx={{ maxWidth: '45%', pt: 0.5, textAlign: 'right', overflowWrap: 'anywhere' }}>{code}</Caption>}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: 1 }}>
        <Caption sx={{ fontVariantNumeric: 'tabular-nums' }}>{t`Since ${{ day: formatDay(dayOfMoment(new Date(enteredAt))) }}`}</Caption>
        {onAsk !== null && (
          <Button
            id={moveButtonId(id)}
            size="small"
            variant="text"
            aria-haspopup="menu"
            aria-keyshortcuts="m"
            aria-label={`${t`Move to…`}: ${fullName}`}
            onClick={({ currentTarget }) => onAsk({ card: person, stage, button: currentTarget })}
            sx={{ ml: 'auto', mr: -0.75, my: { xs: 0, sm: -0.25 }, px: 0.75, minHeight: { xs: 44, sm: 28 } }}
          >
            {t`Move to…`}
          </Button>
        )}
      </Box>
    </Box>
  );
}

const countOf = ({ people, peopleIsExact }: StageOfBoard) => `${formatCount(people)}${peopleIsExact ? '' : '+'}`;

interface ColumnProps {
  readonly stage: StageOfBoard;
  readonly list: string;
  /** The head is on a tab already. */
  readonly hasHead: boolean;
  readonly children: ReactNode;
}

function Column({ stage, list, hasHead, children }: ColumnProps) {
  const { id, name, kind, colour, people, first } = stage;
  return (
    <>
      {hasHead && (
        <Box sx={{ position: 'sticky', top: 0, zIndex: 1, display: 'flex', alignItems: 'center', gap: 1, px: 1, py: 1, bgcolor: 'inherit', borderRadius: radius.panel }}>
          <StageMark kind={kind} colour={colour} />
          <Typography id={`stage-${id}`} variant="body2" component="h2" sx={{ flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Note component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {people === 0 ? '0' : <TextLink to={{ search: list }} color="inherit" aria-label={`${countOf(stage)} ${name}`}>{countOf(stage)}</TextLink>}
          </Note>
        </Box>
      )}
      {first.length === 0 && <Caption component="p" sx={{ m: 0, px: 1, py: 1.5 }}>{t`No one is here.`}</Caption>}
      <Box component="ul" {...(hasHead ? { 'aria-labelledby': `stage-${id}` } : { 'aria-label': name })} sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
        {children}
      </Box>
      {people > first.length && (
        <TextLink to={{ search: list }} variant="body2" sx={{ display: 'inline-block', px: 1, py: 1.25 }}>
          {t`Show all ${{ count: countOf(stage) }} in the list`}
        </TextLink>
      )}
    </>
  );
}

const SHAPES = [5, 3, 4, 2, 3];
const columns = { display: 'flex', alignItems: 'flex-start', gap: 1.5, p: 1.5, overflow: 'auto' } as const;
const column = { flexGrow: 1, flexShrink: 0, flexBasis: 252, maxWidth: 320, p: 0.75, pt: 0, borderRadius: radius.panel, bgcolor: 'surface.soft' } as const;

function BoardSkeleton() {
  return (
    <Box aria-hidden sx={{ ...columns, overflow: 'hidden' }}>
      {SHAPES.map((cards, place) => (
        <Box key={place} sx={column}>
          <Skeleton width="50%" height={40} sx={{ mx: 1 }} />
          {Array.from({ length: cards }, (_, index) => (
            <Skeleton key={index} variant="rounded" height={76} sx={{ mb: 1 }} />
          ))}
        </Box>
      ))}
    </Box>
  );
}

interface BoardProps {
  readonly board: StageBoard;
  readonly mayMove: boolean;
  readonly selection: Selection;
  readonly onSelect: OnSelect | null;
  /** Asks before all selected people are moved. */
  readonly onMoveSelected: ((stageId: string) => void) | undefined;
}

/** The people by stage. A card is dragged to another one, or moved by its button; selected people are moved together. */
export function Board({ board, mayMove, selection, onSelect, onMoveSelected }: BoardProps) {
  const { stages, isCurrent, error, refetch, listOf } = board;
  const isMobile = useIsMobile();
  const question = useAsked<Asked>();
  const [reasoned, setReasoned] = useState<Asked | null>(null);
  const [dragged, setDragged] = useState<Asked | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [tab, setTab] = useState<string | null>(null);
  const moved = useRef<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  // The card and its button are others in the new stage, or out of sight.
  useEffect(() => {
    if (moved.current !== null) (document.getElementById(rowId(moved.current)) ?? frame.current)?.focus({ preventScroll: true });
    moved.current = null;
  }, [stages]);

  if (error !== undefined) return <ErrorState inPanel message={messageOf(error, t`The stages could not be loaded.`)} onRetry={refetch} />;
  if (stages === undefined) return <BoardSkeleton />;

  const isOfMany = (userId: string) => onMoveSelected !== undefined && selection.has(userId) && (selection.isAll || selection.count > 1);
  const choose = ({ card: person, stage }: Asked, to: string) => {
    if (isOfMany(person.id)) {
      onMoveSelected?.(to);
    } else if (stage.id !== to) {
      moved.current = person.id;
      void board.move(person, stage.id, to);
    }
  };
  const drop = (to: string) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return;
      event.preventDefault();
      setOver(to);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== null) choose(dragged, to);
      setDragged(null);
    },
  });
  const present = stages.find(({ id }) => id === tab) ?? stages.find(({ people }) => people > 0) ?? stages[0];
  const columnOf = (stage: StageOfBoard) => (
    <Column stage={stage} list={listOf(stage.id)} hasHead={!isMobile}>
      {stage.first.map((person) => (
        <Card key={person.id} card={person} stage={stage} selected={selection.has(person.id)} onSelect={onSelect} onAsk={mayMove ? question.ask : null} onDrag={setDragged} />
      ))}
    </Column>
  );
  const isManyAsked = question.asked !== null && isOfMany(question.asked.card.id);
  const { id: stageId = '', name: stageName = '', publicName = '' } = reasoned?.stage ?? {};
  return (
    <Box ref={frame} tabIndex={-1} role="group" aria-label={t`Stages`} aria-busy={!isCurrent} sx={{ opacity: isCurrent ? 1 : 0.5, '&:focus-visible': { boxShadow: 'none' } }}>
      {isMobile && present !== undefined ? (
        <>
          <Tabs value={present.id} onChange={(_event, chosen: string) => setTab(chosen)} variant="scrollable" scrollButtons={false} aria-label={t`Stages`} sx={{ px: 2, borderBottom: 1, borderColor: 'divider' }}>
            {stages.map((stage) => (
              <Tab key={stage.id} id={`stage-${stage.id}`} aria-controls="stage-people" value={stage.id} label={`${stage.name} ${countOf(stage)}`} />
            ))}
          </Tabs>
          <Box role="tabpanel" id="stage-people" aria-labelledby={`stage-${present.id}`} sx={{ p: 2 }}>
            <h2 className="visually-hidden">{present.name}</h2>
            {columnOf(present)}
          </Box>
        </>
      ) : (
        // As high as the window below the page's head and the filters.
        <Box sx={{ ...columns, maxHeight: { md: 'max(420px, calc(100dvh - 272px))' } }} onDragEnd={() => setDragged(null)}>
          {stages.map((stage) => (
            <Box key={stage.id} component="section" aria-labelledby={`stage-${stage.id}`} {...drop(stage.id)} sx={{ ...column, ...(dragged !== null && over === stage.id && { outline: 2, outlineStyle: 'solid', outlineColor: 'primary.main' }) }}>
              {columnOf(stage)}
            </Box>
          ))}
        </Box>
      )}
      <StageMenu
        question={question}
        label={isManyAsked ? t`Move the selected people to…` : t`Move ${{ fullName: question.asked?.card.fullName ?? '' }} to…`}
        stages={stages}
        onChoose={choose}
        onReason={!isManyAsked && setReasoned}
      />
      {reasoned !== null && (
        <MoveDialog
          user={reasoned.card}
          present={{ stageId, stageName, publicName, enteredAt: reasoned.card.enteredAt, leftAt: null, movedBy: null, reason: null }}
          onClose={() => setReasoned(null)}
        />
      )}
    </Box>
  );
}
