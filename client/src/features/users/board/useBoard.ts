import { t } from '@lingui/core/macro';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';

import type { Board, BoardCard, BoardColumn, StageEntry, StageRecord } from '~/api/generated/serverApi';
import { isProblem, messageOf } from '~/api/problem';
import { useIsLive } from '~/realtime/extra';
import { fetchAnew } from '~/realtime/fetchAnew';
import { useListStagesQuery, useMovePersonMutation } from '~/realtime/stages';
import { useToasts } from '~/ui/toasts/slice';

import { usersApi } from '../api';
import { type Filters, selectionOf } from '../filters/useUserFilters';

const POLL_EVERY = 15_000;

export const moveButtonId = (userId: string) => `move-${userId}`;

/** A person who is moved from one stage to another, by the ids of these. */
interface Move {
  readonly card: BoardCard;
  readonly from: string;
  readonly to: string;
}

/** A stage with its people who match. */
export type StageOfBoard = StageRecord & Pick<BoardColumn, 'first' | 'peopleIsExact'>;

/** The board as it is after the moves; one that it shows already changes nothing. */
export function withMoves(board: Board, moves: readonly Move[]): Board {
  return moves.reduce(({ stages }, { card, from, to }) => {
    const isThere = stages.some(({ id, first }) => id === from && first.some((each) => each.id === card.id));
    if (!isThere) return { stages };
    return {
      stages: stages.map((column) => {
        if (column.id === from) return { ...column, people: column.people - 1, first: column.first.filter(({ id }) => id !== card.id) };
        return column.id === to ? { ...column, people: column.people + 1, first: [card, ...column.first] } : column;
      }),
    };
  }, board);
}

/** The stages with their people who match the filters, and moves, which are shown before the server has answered. */
export function useBoard(filters: Filters, isShown: boolean) {
  const live = useIsLive();
  const toasts = useToasts();
  const query = selectionOf(filters);
  const answer = usersApi.useReadBoardQuery(isShown ? query : skipToken, { refetchOnMountOrArgChange: true, refetchOnFocus: true, pollingInterval: live ? 0 : POLL_EVERY, skipPollingIfUnfocused: true });
  const known = useListStagesQuery(undefined, { skip: !isShown });
  const [send] = useMovePersonMutation();
  const [moves, setMoves] = useState<readonly Move[]>([]);

  const board = answer.data && withMoves(answer.data, moves);
  const records = known.data?.stages;
  const stages = records && board?.stages.flatMap((column): readonly StageOfBoard[] => records.filter(({ id }) => id === column.id).map((stage) => ({ ...stage, ...column })));
  const nameOf = (stageId: string) => stages?.find(({ id }) => id === stageId)?.name ?? '';

  const move = async (card: BoardCard, from: string, to: string) => {
    const { id: userId, fullName } = card;
    if (moves.some((each) => each.card.id === userId)) return;
    const mine = { card: { ...card, enteredAt: new Date().toISOString() }, from, to };
    setMoves((others) => [...others, mine]);
    const { data, error } = await send({ userId, moveStageRequest: { stageId: to, from, reason: null } });
    if (data !== undefined) {
      toasts.success(t`${fullName} is in the stage ${{ stage: nameOf(to) }} now.`);
      // Until the server's board has it, the card stays where it was put. The board may have been left.
      await fetchAnew(answer.refetch, () => false).catch(() => undefined);
    } else if (isProblem(error) && error.code === 'stage_moved') {
      const { stageName, movedBy } = error.current as StageEntry;
      toasts.error(movedBy === null ? t`${fullName} was moved to ${stageName} meanwhile.` : t`${fullName} was moved to ${stageName} meanwhile, by ${movedBy}.`);
    } else {
      toasts.error(messageOf(error, t`${fullName} could not be moved.`));
    }
    setMoves((others) => others.filter((each) => each !== mine));
  };

  return {
    /** Undefined until they have come. */
    stages,
    isCurrent: answer.currentData !== undefined,
    error: stages === undefined ? (answer.error ?? known.error) : undefined,
    refetch: () => {
      void answer.refetch();
      void known.refetch();
    },
    cards: stages?.flatMap(({ first }) => first) ?? [],
    total: stages && { total: stages.reduce((sum, { people }) => sum + people, 0), totalIsExact: stages.every(({ peopleIsExact }) => peopleIsExact) },
    /** The query string of a list of all who match in a stage. */
    listOf: (stageId: string) => `?${new URLSearchParams({ tab: 'manage', ...(query as Readonly<Record<string, string>>), stage: stageId }).toString()}`,
    move,
  };
}

export type StageBoard = ReturnType<typeof useBoard>;
