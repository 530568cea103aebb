import { useEffect } from 'react';

import { chooseLanguage, isLanguage, shownLanguage } from '~/lib/language';
import { showRegion } from '~/lib/region';

import { serverApi } from './generated/serverApi';

export type { ProfileResponse as OwnProfile } from './generated/serverApi';

const profileApi = serverApi.enhanceEndpoints({
  endpoints: { getProfile: { providesTags: ['Profile'] } },
});

export const { useGetProfileQuery: useGetOwnProfileQuery } = profileApi;

/** Shows the language of the account and the region of its company, on each device on which it is logged in. */
export function useAccountLocale(): void {
  const profile = useGetOwnProfileQuery().data;
  const language = profile?.language;
  useEffect(() => {
    if (isLanguage(language) && language !== shownLanguage()) void chooseLanguage(language);
  }, [language]);
  useEffect(() => {
    if (profile !== undefined) showRegion(profile);
  }, [profile]);
}
