import { serverApi } from '~/api/generated/serverApi';

const confirmApi = serverApi.enhanceEndpoints({
  // The recipient of the mail has no session.
  endpoints: { confirmNewEmail: { extraOptions: { anonymous: true } } },
});

export const { useConfirmNewEmailMutation } = confirmApi;
