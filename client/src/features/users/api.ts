import { baseApi } from '~/api/baseApi';
import { type AuditPage, type CreateUserRequest, type ListColumnsRequest, serverApi, type UserRecord } from '~/api/generated/serverApi';
import { oneAtATime } from '~/lib/oneAtATime';
import { followChanges, realtimeOf } from '~/realtime/extra';

export type { SelectionFilter } from '~/api/generated/bulkApi';
export type * from '~/api/generated/serverApi';

interface OfPerson {
  readonly userId: string;
}

export const USERS_PATH = '/api/v1/users';
const LIST = { type: 'User', id: 'LIST' } as const;
const NEWEST = 10;
/** A colleague's move is seen within a second. */
const BOARD_PAUSE = 1_000;

const ofPerson = (_answer: unknown, _error: unknown, { userId }: OfPerson) => [{ type: 'User' as const, id: userId }];
/** What a mutation of one user invalidates, also after an error: the user, the list, the figures. */
const changes = (_answer: unknown, _error: unknown, { userId }: OfPerson) => [{ type: 'User' as const, id: userId }, LIST, 'Dashboard' as const];

export const usersApi = serverApi.enhanceEndpoints({
  addTagTypes: ['View'],
  endpoints: {
    acceptApplicants: { invalidatesTags: ['User', 'Dashboard'] },
    declineApplicants: { invalidatesTags: ['User'] },
    listPeople: { providesTags: (page) => [LIST, ...(page?.data ?? []).map(({ id }) => ({ type: 'User' as const, id }))] },
    getPerson: { providesTags: ofPerson },
    editSingleUser: { invalidatesTags: changes },
    inviteSingleUser: { invalidatesTags: changes },
    // Not the deleted user itself, which cannot be fetched again.
    deleteSingleUser: { invalidatesTags: [LIST, 'Dashboard'] },
    eraseSingleUser: { invalidatesTags: [LIST, 'Dashboard'] },

    // A person who is created or changed may be one of them.
    findProbableDuplicates: { providesTags: [LIST] },
    listProbableDuplicates: { providesTags: [LIST] },
    listOpenMerges: { providesTags: [LIST] },
    // Both accounts are others now, also where another one has merged or undone first.
    mergeIntoUser: { invalidatesTags: ['User', 'Dashboard'] },
    undoUserMerge: { invalidatesTags: ['User', 'Dashboard'] },

    listLeavingsOfPerson: { providesTags: ofPerson },
    readBoard: {
      providesTags: [LIST, 'Stage'],
      // Soon after the board is left it is no longer followed.
      keepUnusedDataFor: 2,
      onCacheEntryAdded: async (asked, entry) => {
        const refetch = () => entry.dispatch(serverApi.endpoints.readBoard.initiate(asked, { subscribe: false, forceRefetch: true }));
        const stop = followChanges(realtimeOf(entry.extra), { events: ['stages:changed', 'users:changed'], pause: BOARD_PAUSE, refetch });
        await entry.cacheEntryRemoved;
        stop();
      },
    },
    listStagesOfPerson: { providesTags: ofPerson },
    readUserSessions: { providesTags: ofPerson },
    readUserMessages: { providesTags: ofPerson },
    readInvitationWait: { providesTags: ofPerson },
    readPersonFactors: { providesTags: ofPerson },
    resetPersonFactors: { invalidatesTags: ofPerson },
    removePersonPhoto: { invalidatesTags: ofPerson },
    cancelPendingEmail: { invalidatesTags: ofPerson },
    endUserSessions: { invalidatesTags: ofPerson },
    removePersonSsoLink: { invalidatesTags: ofPerson },

    // Also after an error: the view may have been changed or deleted elsewhere.
    listSavedViews: { providesTags: ['View'] },
    createSavedView: { invalidatesTags: ['View'] },
    editSavedView: { invalidatesTags: ['View'] },
    deleteSavedView: { invalidatesTags: ['View'] },
  },
});

const keep = oneAtATime<ListColumnsRequest>();

export const byHandApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // The generator knows no headers.
    createUser: build.mutation<UserRecord, { readonly idempotencyKey: string; readonly createUserRequest: CreateUserRequest }>({
      query: ({ idempotencyKey, createUserRequest }) => ({
        url: `${USERS_PATH}/create`,
        method: 'POST',
        body: createUserRequest,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: [LIST, 'Dashboard'],
    }),
    /** The newest entries about one person; the trail itself is paged and belongs to another feature. */
    readPersonActivity: build.query<AuditPage, OfPerson>({
      query: ({ userId }) => ({ url: '/api/v1/audit', params: { subject: userId, page: 1, pageSize: NEWEST } }),
      providesTags: ofPerson,
    }),
    /** The columns or the rows of a page, kept by account; the newest choice is the last that the server gets. */
    keepListChoice: build.mutation<null, ListColumnsRequest>({
      queryFn: async (choice, { dispatch }, _options, baseQuery) => {
        const answer = await keep(dispatch, choice, async (body) => baseQuery({ url: `${USERS_PATH}/columns`, method: 'PUT', body }));
        return answer?.error === undefined ? { data: null } : { error: answer.error };
      },
      // At once on screen; what could not be kept stays until the page is loaded anew.
      onQueryStarted: ({ columns, pageSize }, { dispatch }) => {
        dispatch(
          serverApi.util.updateQueryData('showListColumns', undefined, (shown) => ({
            columns: columns?.map(({ name, width = null }) => ({ name, width })) ?? shown.columns,
            pageSize: pageSize ?? shown.pageSize,
          })),
        );
      },
    }),
  }),
});
