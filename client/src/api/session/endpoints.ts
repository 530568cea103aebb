import { baseApi } from '../baseApi';

interface ExtendedSession {
  readonly authToken: string;
  readonly expiresAt: string;
  readonly serverTime: string;
}

const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    extendSession: build.mutation<ExtendedSession, void>({
      query: () => ({ url: '/api/v1/auth/extend-session', method: 'POST' }),
    }),
    logout: build.mutation<{ message: string }, void>({
      query: () => ({ url: '/api/v1/login/logout', method: 'POST' }),
    }),
  }),
});

export const { useExtendSessionMutation, useLogoutMutation } = sessionApi;
