import type { CallOptions } from '~/api/baseQuery';
import { type CodeAnswer, type FlowStateAnswer, serverApi } from '~/api/generated/serverApi';
import { isProblem } from '~/api/problem';
import { cacheStream, newer } from '~/realtime/cacheStream';

export type { AuthenticateAnswer, Channel, CodeAnswer, FlowStateAnswer, NextStep, RegisterAnswer } from '~/api/generated/serverApi';

interface FlowCall {
  readonly dispatch: (action: ReturnType<typeof patchOf> | ReturnType<typeof readAgain>) => unknown;
  readonly queryFulfilled: Promise<{ data: CodeAnswer }>;
}

/** An answer may be older than the event of the code's delivery, which can overtake it. */
function patchOf(userId: string, answer: CodeAnswer) {
  return serverApi.util.updateQueryData('readState', { userId }, (state) => {
    if (answer.version >= state.version) Object.assign(state, answer);
  });
}

function readAgain(userId: string) {
  return serverApi.endpoints.readState.initiate({ userId }, { subscribe: false, forceRefetch: true });
}

/**
 * Stores a call's answer about the flow where the verification page reads it. A flow that has ended for one call has ended
 * for its page.
 */
async function keepCodeState(userId: string, { dispatch, queryFulfilled }: FlowCall): Promise<void> {
  try {
    const { data } = await queryFulfilled;
    dispatch(patchOf(userId, data));
  } catch (failure) {
    const error = typeof failure === 'object' && failure !== null && 'error' in failure ? failure.error : failure;
    if (isProblem(error) && error.status === 401) dispatch(readAgain(userId));
  }
}

const ANONYMOUS = [
  'register', 'completeSignup', 'checkEmail', 'checkPhone', 'startLogin', 'finishLogin', 'readPasskeyOptions', 'logInWithPasskey',
  'setOwnPassword', 'openLink', 'readInvitationPasskeyOptions', 'acceptWithPasskey', 'stopInvitations', 'stopAnnouncementMails', 'confirmNewEmail',
  'undoAct', 'initiateReset', 'readCompany', 'completeReset', 'showRobotCheck', 'showProvider',
] as const;

// Before a token there is no bearer to send, and a 401 is the flow's own.
const extraOptions = { anonymous: true } as const;
const anonymous = Object.fromEntries(ANONYMOUS.map((name) => [name, { extraOptions }]));

export const authApi = serverApi.enhanceEndpoints({
  endpoints: {
    ...(anonymous as Record<(typeof ANONYMOUS)[number], { extraOptions: CallOptions }>),
    readState: {
      extraOptions,
      // Once its page is left the flow is dropped: the next connection may belong to another one.
      keepUnusedDataFor: 0,
      // A late answer must not undo events that were pushed meanwhile.
      merge: newer,
      onCacheEntryAdded: ({ userId }, entry) =>
        cacheStream<'otp:state', FlowStateAnswer>(entry, {
          event: 'otp:state',
          apply: newer,
          // After a right code the page continues by itself, and the flow may have ended.
          resync: () => (entry.getCacheEntry().data?.state === 'code_required' ? entry.dispatch(readAgain(userId)) : undefined),
        }),
    },
    verify: { extraOptions, onQueryStarted: (arg, call) => keepCodeState(arg.verifyRequest.userId, call) },
    initiate: { extraOptions, onQueryStarted: (arg, call) => keepCodeState(arg.initiateRequest.userId, call) },
    resend: { extraOptions, onQueryStarted: (arg, call) => keepCodeState(arg.userId, call) },
    changeType: { extraOptions, onQueryStarted: (arg, call) => keepCodeState(arg.changeTypeRequest.userId, call) },
  },
});
