import { baseApi } from '~/api/baseApi';
import { download } from '~/api/download';
import { type CreateUserRequest, type ExportRequest, type ListPeopleApiArg, serverApi, type UserRecord } from '~/api/generated/serverApi';

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
