import { baseApi } from '~/api/baseApi';
import { download } from '~/api/download';
import { type AuditPage, type CreateUserRequest, type ExportRequest, type ListColumnsRequest, type ListPeopleApiArg, serverApi, type SsoLinkItem, type UserRecord } from '~/api/generated/serverApi';
import { oneAtATime } from '~/lib/oneAtATime';

export type {
  CreateUserRequest,
  Invitation,
  ListPeopleApiArg as ListUsersArg,
  SelectionFilter,
  Sort as UserSort,
  Status,
  UserPage,
  UserRecord,
  ViewQuery,
  ViewRecord,
} from '~/api/generated/serverApi';

export type InvitationFilter = Exclude<ListPeopleApiArg['invitation'], '' | null | undefined>;

/** All who match, or the selected ones. */
export type Exported = Omit<ListPeopleApiArg, 'page' | 'pageSize'> | ExportRequest;

interface CreateUserArg {
  readonly idempotencyKey: string;
  readonly createUserRequest: CreateUserRequest;
}

const BASE = '/api/v1/users';
const LIST = { type: 'User', id: 'LIST' } as const;

/** What a mutation of one user invalidates, also after an error: the user, the list, the figures. */
const changes = (_answer: unknown, _error: unknown, { userId }: { userId: string }) => [
  { type: 'User' as const, id: userId },
  LIST,
  'Summary' as const,
];

const peopleApi = serverApi.enhanceEndpoints({
  endpoints: {
    listPeople: { providesTags: (page) => [LIST, ...(page?.data ?? []).map(({ id }) => ({ type: 'User' as const, id }))] },
    getPerson: { providesTags: (_user, _error, { userId }) => [{ type: 'User', id: userId }] },
    editSingleUser: { invalidatesTags: changes },
    inviteSingleUser: { invalidatesTags: changes },
    // Not the deleted user itself, which cannot be fetched again.
    deleteSingleUser: { invalidatesTags: [LIST, 'Summary'] },
    eraseSingleUser: { invalidatesTags: [LIST, 'Summary'] },
  },
});

const byHandApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // The generator knows no headers.
    createUser: build.mutation<UserRecord, CreateUserArg>({
      query: ({ idempotencyKey, createUserRequest }) => ({
        url: `${BASE}/create`,
        method: 'POST',
        body: createUserRequest,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: [LIST, 'Summary'],
    }),
    exportUsers: build.mutation<null, Exported>({
      queryFn: (exported, api) =>
        download(api, { url: `${BASE}/export.csv`, name: 'users.csv', ...('ids' in exported ? { body: exported } : { params: { ...exported } }) }),
    }),
  }),
});

export const {
  useLazyListPeopleQuery,
  useListWorkLocationsQuery,
  useLazyGetPersonQuery,
  useEditSingleUserMutation,
  useInviteSingleUserMutation,
  useDeleteSingleUserMutation,
  useEraseSingleUserMutation,
  useEndUserSessionsMutation,
} = peopleApi;

export const { useCreateUserMutation, useExportUsersMutation } = byHandApi;

export type { SsoLinkItem };

const NEWEST = 10;

interface OfPerson {
  readonly userId: string;
}

const ofPerson = (_answer: unknown, _error: unknown, { userId }: OfPerson) => [{ type: 'User' as const, id: userId }];

const detailsApi = serverApi.enhanceEndpoints({
  endpoints: {
    readUserSessions: { providesTags: ofPerson },
    readUserMessages: { providesTags: ofPerson },
    readPersonFactors: { providesTags: ofPerson },
    resetPersonFactors: { invalidatesTags: ofPerson },
    cancelPendingEmail: { invalidatesTags: ofPerson },
    endUserSessions: { invalidatesTags: ofPerson },
    removePersonSsoLink: { invalidatesTags: ofPerson },
  },
});

const activityApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The newest entries about one person; the trail itself is paged and belongs to another feature. */
    readPersonActivity: build.query<AuditPage, OfPerson>({
      query: ({ userId }) => ({ url: '/api/v1/audit', params: { subject: userId, page: 1, pageSize: NEWEST } }),
      providesTags: ofPerson,
    }),
  }),
});

export const {
  useGetPersonQuery,
  useReadUserSessionsQuery,
  useReadUserMessagesQuery,
  useReadPersonFactorsQuery,
  useResetPersonFactorsMutation,
  useCancelPendingEmailMutation,
  useRemovePersonSsoLinkMutation,
} = detailsApi;

export const { useReadPersonActivityQuery } = activityApi;

const keep = oneAtATime<ListColumnsRequest>();

const choiceApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The columns or the rows of a page, kept by account; the newest choice is the last that the server gets. */
    keepListChoice: build.mutation<null, ListColumnsRequest>({
      queryFn: async (choice, { dispatch }, _options, baseQuery) => {
        const answer = await keep(dispatch, choice, async (body) => baseQuery({ url: '/api/v1/users/columns', method: 'PUT', body }));
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

export const { useShowListColumnsQuery } = serverApi;
export const { useKeepListChoiceMutation } = choiceApi;

export type { SavedScope } from '~/api/generated/serverApi';

// Also after an error: the view may have been changed or deleted elsewhere.
const viewsApi = serverApi.enhanceEndpoints({
  addTagTypes: ['View'],
  endpoints: {
    listSavedViews: { providesTags: ['View'] },
    createSavedView: { invalidatesTags: ['View'] },
    editSavedView: { invalidatesTags: ['View'] },
    deleteSavedView: { invalidatesTags: ['View'] },
  },
});

export const { useListSavedViewsQuery, useCreateSavedViewMutation, useEditSavedViewMutation, useDeleteSavedViewMutation } = viewsApi;
