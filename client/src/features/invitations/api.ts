import { serverApi } from '~/api/generated/serverApi';

const invitationsApi = serverApi.enhanceEndpoints({
  // Nobody has to be signed in to stop an invitation.
  endpoints: { stopInvitations: { extraOptions: { anonymous: true } } },
});

export const { useStopInvitationsMutation } = invitationsApi;
