import { serverApi } from '~/api/generated/serverApi';
import { renewSession } from '~/api/session/lifecycle';
import { storedAccessToken } from '~/api/session/storage';

export type { FactorItem, RegisteredTotp, SessionItem, SsoLinkItem } from '~/api/generated/serverApi';

const DEVICES = { type: 'Session', id: 'LIST' } as const;
const OWN_EMAIL = { type: 'Profile', id: 'EMAIL' } as const;
const FACTORS = { type: 'Factor', id: 'LIST' } as const;

export const sessionsApi = serverApi.enhanceEndpoints({
  endpoints: {
    readSessions: { providesTags: [DEVICES] },
    // Also after an error: what is shown is then out of date.
    endOne: { invalidatesTags: [DEVICES] },
    endOthers: { invalidatesTags: [DEVICES] },
    editOwnProfile: {
      invalidatesTags: ['Profile'],
      onQueryStarted: async (_edit, { dispatch, queryFulfilled }) => {
        if (!(await queryFulfilled.then(() => true, () => false))) return;
        // The frame reads the name from the token.
        await dispatch(renewSession(storedAccessToken()));
      },
    },
    changeOwnPhoto: { invalidatesTags: ['Profile'] },
    removeOwnPhoto: { invalidatesTags: ['Profile'] },
    readOwnEmailChange: { providesTags: [OWN_EMAIL] },
    changeOwnEmailAddress: { invalidatesTags: [OWN_EMAIL] },
    cancelOwnEmailChange: { invalidatesTags: [OWN_EMAIL] },
    // All other devices are logged out.
    changeOwnPassword: { invalidatesTags: [DEVICES, FACTORS] },
    showFactors: { providesTags: [FACTORS] },
    confirmTotpApp: { invalidatesTags: [FACTORS] },
    makeRecoveryCodes: { invalidatesTags: [FACTORS] },
    addNewPasskey: { invalidatesTags: [FACTORS] },
    nameFactor: { invalidatesTags: [FACTORS] },
    removeFactor: { invalidatesTags: [FACTORS] },
    removeSsoLink: { invalidatesTags: [FACTORS] },
    beginStepUp: { extraOptions: { provesUser: true } },
    readStepUpOptions: { extraOptions: { provesUser: true } },
    stepUp: { extraOptions: { provesUser: true } },
  },
});
