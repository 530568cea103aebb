import { serverApi } from '~/api/generated/serverApi';

export type { Industry, RegisterAnswer } from '~/api/generated/serverApi';

// Before a token there is no bearer to send, and a 401 is the flow's own.
const extraOptions = { anonymous: true } as const;

const signupApi = serverApi.enhanceEndpoints({
  endpoints: {
    register: { extraOptions },
    completeSignup: { extraOptions },
    checkEmail: { extraOptions },
    checkPhone: { extraOptions },
  },
});

export const { useRegisterMutation, useCompleteSignupMutation, useLazyCheckEmailQuery, useLazyCheckPhoneQuery } =
  signupApi;
