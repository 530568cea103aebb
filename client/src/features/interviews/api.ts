import { type DayBoard, interviewsApi as generated, type PanelLane, type PanelView, type ReadPanels } from '~/api/generated/interviewsApi';
import { serverApi } from '~/api/generated/serverApi';
import { isProblem } from '~/api/problem';
import { answersState, cacheStream, newer } from '~/realtime/cacheStream';
import { followChanges, realtimeOf } from '~/realtime/extra';
import { followNews, INTERVIEWS } from '~/realtime/followNews';

export type * from '~/api/generated/interviewsApi';

export const PATH = '/dashboard/interviews';
export const roundPath = (id: string, tab?: string) => `${PATH}/${id}${tab === undefined ? '' : `?tab=${tab}`}`;
export const panelPath = (id: string) => `${PATH}/panels/${id}`;
export const fileOfRound = (id: string, file: string) => `/api/v1/interviews/rounds/${encodeURIComponent(id)}/${file}`;

const ROUNDS = { type: 'Round', id: 'LIST' } as const;
const PANELS = { type: 'Panel', id: 'LIST' } as const;
const OWN = { type: 'OwnInterview', id: 'LIST' } as const;
/** What a change of a round may be seen in. */
const ALL = [{ type: 'Round' }, { type: 'Panel' }, { type: 'Dashboard' }] as const;
const CALL_PAUSE = 300;
const OF_BOARD = 1_000;

interface OfRound {
  readonly roundId: string;
}
interface OfPanel {
  readonly panelId: string;
}

/** Lanes that were pushed meanwhile are newer than those that were fetched. */
function withLanes(held: DayBoard, fetched: DayBoard): DayBoard {
  const known = new Map(held.lanes.map((lane) => [lane.id, lane]));
  return { ...fetched, lanes: fetched.lanes.map((lane) => newer(known.get(lane.id) ?? lane, lane)) };
}

const withLane = (held: DayBoard, pushed: PanelLane): DayBoard => ({ ...held, lanes: held.lanes.map((lane) => (lane.id === pushed.id ? newer(lane, pushed) : lane)) });

/** Another has pressed at the same time: the server sends the panel as it is now. */
export const movedOn = (error: unknown) => (isProblem(error) && error.code === 'panel_moved_on' ? (error.current as PanelView) : null);

interface Pressed {
  readonly dispatch: (action: ReturnType<typeof heldPanel>) => unknown;
  readonly queryFulfilled: Promise<{ readonly data: PanelView }>;
}

const heldPanel = (panelId: string, view: PanelView) => generated.util.upsertQueryData('readPanel', { panelId }, view);

/** The panel as it is after the press, also where that was refused. */
const answersPanel = {
  onQueryStarted: async ({ panelId }: OfPanel, { dispatch, queryFulfilled }: Pressed): Promise<void> => {
    try {
      dispatch(heldPanel(panelId, (await queryFulfilled).data));
    } catch (failure) {
      const view = movedOn((failure as { readonly error: unknown }).error);
      if (view !== null) dispatch(heldPanel(panelId, view));
    }
  },
};

export const interviewsApi = generated.enhanceEndpoints({
  endpoints: {
    listRounds: { providesTags: [ROUNDS] },
    getRound: { providesTags: (_round, _error, { roundId }) => [{ type: 'Round', id: roundId }] },
    listCandidates: { providesTags: (_page, _error, { roundId }) => [{ type: 'Round', id: `people ${roundId}` }] },
    readResults: { providesTags: (_page, _error, { roundId }) => [{ type: 'Round', id: `people ${roundId}` }] },
    // Also after an error: it may have been changed elsewhere.
    addRound: { invalidatesTags: ALL },
    changeRound: { invalidatesTags: ALL },
    deleteRound: { invalidatesTags: [ROUNDS, 'Dashboard'] },
    addPanels: { invalidatesTags: ALL },
    changePanel: { invalidatesTags: ALL },
    deletePanel: { invalidatesTags: ALL },
    addCandidates: { invalidatesTags: (_answer, _error, { candidatesRequest }) => (candidatesRequest.dryRun === true ? [] : ALL) },
    fillRound: { invalidatesTags: (_answer, _error, { fillRequest }) => (fillRequest.dryRun === true ? [] : ALL) },
    publishRound: { invalidatesTags: ALL },
    closeRound: { invalidatesTags: ALL },
    makeHallScreen: { invalidatesTags: (_link, _error, { roundId }) => [{ type: 'Round', id: roundId }] },
    revokeHallScreen: { invalidatesTags: (_link, _error, { roundId }) => [{ type: 'Round', id: roundId }] },
    moveCandidate: { invalidatesTags: ['Round'] },
    actAtDesk: { invalidatesTags: ['Round'] },
    changePanelState: { invalidatesTags: ALL },
    moveRest: { invalidatesTags: ['Round'] },
    readInterviewBoard: {
      providesTags: (_board, _error, { roundId }) => [{ type: 'Round', id: `board ${roundId}` }],
      // Soon after its page is left it is no longer watched.
      keepUnusedDataFor: 2,
      merge: withLanes,
      onCacheEntryAdded: async ({ roundId }, entry) => {
        const refetch = () => entry.dispatch(generated.endpoints.readInterviewBoard.initiate({ roundId }, { subscribe: false, forceRefetch: true }));
        const isOfRound = ({ roundId: of }: OfRound) => of === roundId;
        const stop = followChanges(realtimeOf(entry.extra), { events: ['round:board'], concerns: (event) => isOfRound(event) && event.lane === null, pause: OF_BOARD, refetch });
        await cacheStream<'round:board', DayBoard>(entry, {
          event: 'round:board',
          apply: (held, event) => (isOfRound(event) && event.lane !== null ? withLane(held, event.lane) : undefined),
          watch: async (realtime) => {
            const { snapshot } = await realtime.ask('round:watch', { roundId });
            entry.updateCachedData((held) => withLanes(held, snapshot));
            return { roundId, lane: null };
          },
          unwatch: (realtime) => realtime.ask('round:unwatch', { roundId }),
          resync: refetch,
        });
        stop();
      },
    },
    listOwnPanels: {
      providesTags: [PANELS],
      onCacheEntryAdded: async (asked, entry) => {
        const refetch = () => entry.dispatch(generated.endpoints.listOwnPanels.initiate(asked, { subscribe: false, forceRefetch: true }));
        const realtime = realtimeOf(entry.extra);
        const stops = [followNews(realtime, INTERVIEWS, refetch), followChanges(realtime, { events: ['panel:changed'], pause: OF_BOARD, refetch })];
        await entry.cacheEntryRemoved;
        for (const stop of stops) stop();
      },
    },
    readPanel: {
      providesTags: (_panel, _error, { panelId }) => [{ type: 'Panel', id: panelId }],
      onCacheEntryAdded: async ({ panelId }, entry) => {
        const refetch = () => entry.dispatch(generated.endpoints.readPanel.initiate({ panelId }, { subscribe: false, forceRefetch: true }));
        const realtime = realtimeOf(entry.extra);
        const stops = [followNews(realtime, INTERVIEWS, refetch), followChanges(realtime, { events: ['panel:changed'], concerns: ({ id }) => id === panelId, pause: CALL_PAUSE, refetch })];
        await entry.cacheEntryRemoved;
        for (const stop of stops) stop();
      },
    },
    callNext: answersPanel,
    beginInterview: answersPanel,
    noteAbsent: answersPanel,
    sendScore: { invalidatesTags: (_scores, _error, { interviewId }) => ['Panel', 'Dashboard', { type: 'Round', id: `scores ${interviewId}` }] },
    readScores: { providesTags: (_scores, _error, { interviewId }) => [{ type: 'Round', id: `scores ${interviewId}` }] },
    listOwnInterviews: {
      providesTags: [OWN],
      onCacheEntryAdded: async (asked, entry) => {
        const refetch = () => entry.dispatch(generated.endpoints.listOwnInterviews.initiate(asked, { subscribe: false, forceRefetch: true }));
        const realtime = realtimeOf(entry.extra);
        const stops = [
          // A call is shown before the rest of it is fetched.
          realtime.on('interview:mine', (event) => {
            entry.updateCachedData((held) => ({ ...held, data: held.data.map((each) => (each.id === event.id && event.version >= each.version ? { ...each, ...event } : each)) }));
          }),
          followNews(realtime, { ...INTERVIEWS, own: ['interview:mine'] }, refetch),
          followChanges(realtime, { events: [], pause: 0, refetch }),
        ];
        await entry.cacheEntryRemoved;
        for (const stop of stops) stop();
      },
    },
    answerInterview: answersState((_arg: { readonly interviewId: string }, answer) => generated.util.upsertQueryData('listOwnInterviews', undefined, answer)),
  },
});

interface PanelsFile extends OfRound {
  readonly file: Blob;
}

const filesApi = generated.injectEndpoints({
  endpoints: (build) => ({
    // Multipart, which the generator does not write.
    sendPanelsFile: build.mutation<ReadPanels, PanelsFile>({
      query: ({ roundId, file }) => {
        const body = new FormData();
        body.append('file', file);
        return { url: fileOfRound(roundId, 'panels/file'), method: 'POST', body };
      },
    }),
  }),
});

export const { useSendPanelsFileMutation } = filesApi;

/** What a round shows is old once this has been heard. */
export const roundChanged = (roundId: string) => serverApi.util.invalidateTags([{ type: 'Round', id: roundId }, { type: 'Round', id: `people ${roundId}` }]);
