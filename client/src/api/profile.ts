import { useEffect, useState } from 'react';

import { chooseLanguage, isLanguage, shownLanguage } from '~/lib/language';
import { isRegionKept, showRegion } from '~/lib/region';

import { type ProfileResponse, serverApi } from './generated/serverApi';

export type { ProfileResponse as OwnProfile } from './generated/serverApi';

const profileApi = serverApi.enhanceEndpoints({
  endpoints: { getProfile: { providesTags: ['Profile'] } },
});

export const { useGetProfileQuery: useGetOwnProfileQuery } = profileApi;

async function showLocale(profile: ProfileResponse): Promise<void> {
  const { language } = profile;
  try {
    if (isLanguage(language) && language !== shownLanguage()) await chooseLanguage(language);
  } catch (error) {
    console.warn('The texts of the account’s language could not be loaded.', error);
  }
  showRegion(profile);
}

/**
 * Shows the language of the account and the region of its company, on each device on which it is logged in. False as
 * long as this browser has never known them: another language or region draws every page anew, under a hand that has
 * begun to use it.
 */
export function useAccountLocale(): boolean {
  const { data: profile, isError } = useGetOwnProfileQuery();
  const [isShown, setIsShown] = useState(isRegionKept);
  useEffect(() => {
    if (profile !== undefined) void showLocale(profile).then(() => setIsShown(true));
  }, [profile]);
  return isShown || isError;
}
