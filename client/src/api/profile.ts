import { useEffect } from 'react';

import { chooseLanguage, isLanguage, shownLanguage } from '~/lib/language';

import { serverApi } from './generated/serverApi';

export type { ProfileResponse as OwnProfile } from './generated/serverApi';

const profileApi = serverApi.enhanceEndpoints({
  endpoints: { getProfile: { providesTags: ['Profile'] } },
});

export const { useGetProfileQuery: useGetOwnProfileQuery } = profileApi;

/** Shows the language of the account, on each device on which it is logged in. */
export function useAccountLanguage(): void {
  const language = profileApi.endpoints.getProfile.useQueryState().data?.language;
  useEffect(() => {
    if (isLanguage(language) && language !== shownLanguage()) void chooseLanguage(language);
  }, [language]);
}
