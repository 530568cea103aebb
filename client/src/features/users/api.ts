import { baseApi } from '~/api/baseApi';
import { download } from '~/api/download';
import { type CreateUserRequest, serverApi, type UserRecord } from '~/api/generated/serverApi';
import type { Profile } from '~/lib/profiles';
import type { Role } from '~/lib/roles';

export const PAGE_SIZE = 10;

export type { CreateUserRequest, Invitation, UserRecord } from '~/api/generated/serverApi';

export type UserSort = 'fullName' | '-fullName' | 'email' | '-email' | 'createdAt' | '-createdAt';

export interface UserPage {
  readonly data: UserRecord[];
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly totalIsExact: boolean;
}

export interface UserFilters {
  readonly search?: string | null;
  readonly role?: Role | null;
  readonly profile?: Profile | null;
  readonly sort?: UserSort | null;
}

export interface ListUsersArg extends UserFilters {
  readonly page: number;
  readonly pageSize: number;
}

interface CreateUserArg {
  readonly idempotencyKey: string;
  readonly createUserRequest: CreateUserRequest;
}

const BASE = '/api/v1/users';
const LIST = { type: 'User', id: 'LIST' } as const;
const SUMMARY = { type: 'Summary', id: 'LIST' } as const;

/** What an act on one user makes out of date: it, the list, the figures; also when it was refused. */
const changes = (_answer: unknown, _error: unknown, { userId }: { userId: string }) => [{ type: 'User' as const, id: userId }, LIST, SUMMARY];

const actsApi = serverApi.enhanceEndpoints({
  endpoints: {
    editSingleUser: { invalidatesTags: changes },
    inviteSingleUser: { invalidatesTags: changes },
    // Not the deleted user itself: nobody is there to be fetched anew.
    deleteSingleUser: { invalidatesTags: [LIST, SUMMARY] },
  },
});

const usersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listUsers: build.query<UserPage, ListUsersArg>({
      query: (params) => ({ url: BASE, params }),
      providesTags: (page) => [LIST, ...(page?.data ?? []).map(({ id }) => ({ type: 'User' as const, id }))],
    }),
    getUser: build.query<UserRecord, { userId: string }>({
      query: ({ userId }) => ({ url: `${BASE}/${encodeURIComponent(userId)}` }),
      providesTags: (_user, _error, { userId }) => [{ type: 'User', id: userId }],
    }),
    // By hand: the generator knows no headers.
    createUser: build.mutation<UserRecord, CreateUserArg>({
      query: ({ idempotencyKey, createUserRequest }) => ({
        url: `${BASE}/create`,
        method: 'POST',
        body: createUserRequest,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: [LIST, SUMMARY],
    }),
    exportUsers: build.mutation<null, UserFilters>({
      queryFn: (filters, _api, _options, call) =>
        download(call, { url: `${BASE}/export.csv`, params: { ...filters }, name: 'users.csv' }),
    }),
  }),
});

export const { useEditSingleUserMutation, useInviteSingleUserMutation, useDeleteSingleUserMutation } = actsApi;

export const { useLazyListUsersQuery, useLazyGetUserQuery, useCreateUserMutation, useExportUsersMutation } = usersApi;
