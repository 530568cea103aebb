import { serverApi } from '../generated/serverApi';

export const { useExtendMutation: useExtendSessionMutation, useEndLoginMutation: useLogoutMutation } = serverApi;
