import { serverApi } from '~/api/generated/serverApi';

export type { FactorItem, FactorList, RegisteredTotp, SsoLinkItem } from '~/api/generated/serverApi';

const LIST = [{ type: 'Factor', id: 'LIST' }] as const;

const factorsApi = serverApi.enhanceEndpoints({
  endpoints: {
    showFactors: { providesTags: LIST },
    confirmTotpApp: { invalidatesTags: LIST },
    makeRecoveryCodes: { invalidatesTags: LIST },
    addNewPasskey: { invalidatesTags: LIST },
    nameFactor: { invalidatesTags: LIST },
    removeFactor: { invalidatesTags: LIST },
    removeSsoLink: { invalidatesTags: LIST },
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
