import { serverApi } from '~/api/generated/serverApi';
import { renewSession } from '~/api/session/lifecycle';
import { storedAccessToken } from '~/api/session/storage';

export type { SessionItem } from '~/api/generated/serverApi';

const LIST = [{ type: 'Session', id: 'LIST' }] as const;

const sessionsApi = serverApi.enhanceEndpoints({
  endpoints: {
    readSessions: { providesTags: LIST },
    // Also after an error: what is shown is then out of date.
    endOne: { invalidatesTags: LIST },
    endOthers: { invalidatesTags: LIST },
  },
});

export const { useReadSessionsQuery, useEndOneMutation, useEndOthersMutation } = sessionsApi;

const profileApi = serverApi.enhanceEndpoints({
  endpoints: {
    editOwnProfile: {
      invalidatesTags: ['Profile'],
      onQueryStarted: async (_edit, { dispatch, queryFulfilled }) => {
        if (!(await queryFulfilled.then(() => true, () => false))) return;
        // The frame reads the name from the token.
        await dispatch(renewSession(storedAccessToken()));
      },
    },
    // All other devices are logged out.
    changeOwnPassword: { invalidatesTags: [{ type: 'Session', id: 'LIST' }, { type: 'Factor', id: 'LIST' }] },
  },
});

export const { useEditOwnProfileMutation, useChangeOwnPasswordMutation } = profileApi;

export type { FactorItem, FactorList, RegisteredTotp, SsoLinkItem } from '~/api/generated/serverApi';

const FACTORS_API_LIST = [{ type: 'Factor', id: 'LIST' }] as const;

const factorsApi = serverApi.enhanceEndpoints({
  endpoints: {
    showFactors: { providesTags: FACTORS_API_LIST },
    confirmTotpApp: { invalidatesTags: FACTORS_API_LIST },
    makeRecoveryCodes: { invalidatesTags: FACTORS_API_LIST },
    addNewPasskey: { invalidatesTags: FACTORS_API_LIST },
    nameFactor: { invalidatesTags: FACTORS_API_LIST },
    removeFactor: { invalidatesTags: FACTORS_API_LIST },
    removeSsoLink: { invalidatesTags: FACTORS_API_LIST },
    beginStepUp: { extraOptions: { provesUser: true } },
    readStepUpOptions: { extraOptions: { provesUser: true } },
    stepUp: { extraOptions: { provesUser: true } },
  },
});

export const {
  useShowFactorsQuery,
  useAddTotpMutation,
  useConfirmTotpAppMutation,
  useMakeRecoveryCodesMutation,
  useReadNewPasskeyOptionsMutation,
  useAddNewPasskeyMutation,
  useNameFactorMutation,
  useRemoveFactorMutation,
  useRemoveSsoLinkMutation,
  useBeginStepUpMutation,
  useReadStepUpOptionsMutation,
  useStepUpMutation,
} = factorsApi;
