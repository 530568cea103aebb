import { type CodeAnswer, serverApi } from '~/api/generated/serverApi';

export type { AuthenticateAnswer, Channel, CodeAnswer, FlowStateAnswer, NextStep } from '~/api/generated/serverApi';

interface CodeAsked {
  readonly dispatch: (action: ReturnType<typeof patchOf>) => unknown;
  readonly queryFulfilled: Promise<{ data: CodeAnswer }>;
}

function patchOf(userId: string, answer: CodeAnswer) {
  return serverApi.util.updateQueryData('readState', { userId }, (state) => {
    Object.assign(state, answer);
  });
}

/** Takes the answer about a new code into the one place that the verification page shows. */
async function keepCodeState(userId: string, { dispatch, queryFulfilled }: CodeAsked): Promise<void> {
  const answer = await queryFulfilled.catch(() => null);
  if (answer !== null) dispatch(patchOf(userId, answer.data));
}

// Before a token there is no bearer to send, and a 401 is the flow's own.
const extraOptions = { anonymous: true } as const;

const authApi = serverApi.enhanceEndpoints({
  endpoints: {
    startLogin: { extraOptions },
    finishLogin: { extraOptions },
    setOwnPassword: { extraOptions },
    showRobotCheck: { extraOptions },
    readState: { extraOptions },
    verify: { extraOptions },
    initiate: { extraOptions, onQueryStarted: (arg, call) => keepCodeState(arg.initiateRequest.userId, call) },
    resend: { extraOptions, onQueryStarted: (arg, call) => keepCodeState(arg.userId, call) },
    changeType: { extraOptions, onQueryStarted: (arg, call) => keepCodeState(arg.changeTypeRequest.userId, call) },
  },
});

export const {
  useStartLoginMutation,
  useFinishLoginMutation,
  useSetOwnPasswordMutation,
  useShowRobotCheckQuery,
  useReadStateQuery,
  useVerifyMutation,
  useInitiateMutation,
  useResendMutation,
  useChangeTypeMutation,
} = authApi;
