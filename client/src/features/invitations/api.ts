import { serverApi } from '~/api/generated/serverApi';

const invitationsApi = serverApi.enhanceEndpoints({
  // Stopping an invitation needs no session.
  endpoints: { stopInvitations: { extraOptions: { anonymous: true } } },
});

export const { useStopInvitationsMutation } = invitationsApi;
