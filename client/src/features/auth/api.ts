import { baseApi } from '~/api/baseApi';

export type Channel = 'SMS' | 'EMAIL';
export type FlowContext = 'SIGNUP' | 'LOGIN' | 'PASSWORD_RESET';

export type NextStep =
  | 'SMS_VERIFICATION_REQUIRED'
  | 'EMAIL_VERIFICATION_REQUIRED'
  | 'COMPANY_DETAILS_REQUIRED'
  | 'SIGNUP_COMPLETE'
  | 'VERIFICATION_NOT_REQUIRED'
  | 'LOGIN_COMPLETE'
  | 'PASSWORD_RESET_REQUIRED';

/** What the server says about a code, in every answer about one. Times are null while none was asked for. */
export interface CodeState {
  readonly maskedContact: string | null;
  readonly channel: Channel | null;
  readonly delivery: 'queued' | 'sent' | 'failed' | null;
  readonly resendAt: string | null;
  readonly expiresAt: string | null;
  readonly attemptsRemaining: number | null;
  readonly serverTime: string;
}

export interface AuthenticateAnswer extends CodeState {
  readonly userId: string;
  readonly nextStep: NextStep;
  readonly phone: string | null;
  readonly fullName: string | null;
  readonly temporaryPassword: boolean;
  readonly isTemporaryPassword: boolean;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly recaptchaToken: string;
}

interface LoginCompleteAnswer {
  readonly jwtToken: string;
  readonly refreshToken: string;
  readonly userId: string;
  readonly email: string;
  readonly fullName: string;
  readonly serverTime: string;
}

interface CodeRequest {
  readonly userId: string;
  readonly verificationType: Channel;
  readonly context: FlowContext;
}

interface VerifyAnswer {
  readonly verified: boolean;
  readonly message: string;
  readonly nextStep: NextStep;
}

interface NewPassword {
  readonly userId: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

// Before a token there is no bearer to send, and a 401 is the flow's own.
const extraOptions = { anonymous: true } as const;

const codeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getCodeState: build.query<CodeState, string>({
      query: (userId) => ({ url: '/api/v1/verification/state', params: { userId } }),
      extraOptions,
    }),
  }),
});

interface CodeAnswered {
  readonly dispatch: (action: ReturnType<typeof codeApi.util.upsertQueryData<'getCodeState'>>) => unknown;
  readonly queryFulfilled: Promise<{ data: CodeState & { userId?: string } }>;
}

/** Takes every answer about a code into the one place that the verification page shows. */
async function keepCodeState(request: object, { dispatch, queryFulfilled }: CodeAnswered): Promise<void> {
  const answer = await queryFulfilled.catch(() => null);
  const userId = 'userId' in request ? request.userId : answer?.data.userId;
  if (answer !== null && typeof userId === 'string') {
    dispatch(codeApi.util.upsertQueryData('getCodeState', userId, answer.data));
  }
}

const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    authenticate: build.mutation<AuthenticateAnswer, Credentials>({
      query: (body) => ({ url: '/api/v1/login/authenticate', method: 'POST', body }),
      onQueryStarted: keepCodeState,
      extraOptions,
    }),
    completeLogin: build.mutation<LoginCompleteAnswer, { userId: string }>({
      query: (params) => ({ url: '/api/v1/login/complete', method: 'POST', params }),
      extraOptions,
    }),
    replaceTemporaryPassword: build.mutation<{ nextStep: NextStep }, NewPassword>({
      query: (body) => ({ url: '/api/v1/login/reset-temporary-password', method: 'POST', body }),
      extraOptions,
    }),
    verifyCode: build.mutation<VerifyAnswer, CodeRequest & { otp: string }>({
      query: (body) => ({ url: '/api/v1/verification/verify', method: 'POST', body }),
      extraOptions,
    }),
    initiateCode: build.mutation<CodeState, CodeRequest>({
      query: (body) => ({ url: '/api/v1/verification/initiate', method: 'POST', body }),
      onQueryStarted: keepCodeState,
      extraOptions,
    }),
    resendCode: build.mutation<CodeState, CodeRequest>({
      query: (params) => ({ url: '/api/v1/verification/resend', method: 'POST', params }),
      onQueryStarted: keepCodeState,
      extraOptions,
    }),
    changeChannel: build.mutation<CodeState, { userId: string; newVerificationType: Channel; context: FlowContext }>({
      query: (body) => ({ url: '/api/v1/verification/change-type', method: 'POST', body }),
      onQueryStarted: keepCodeState,
      extraOptions,
    }),
  }),
});

export const {
  useAuthenticateMutation,
  useCompleteLoginMutation,
  useReplaceTemporaryPasswordMutation,
  useVerifyCodeMutation,
  useInitiateCodeMutation,
  useResendCodeMutation,
  useChangeChannelMutation,
} = authApi;

export const { useGetCodeStateQuery } = codeApi;
