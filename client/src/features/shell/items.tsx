import type { ReactNode } from 'react';

import { isProfile, type Profile, SETTINGS_PROFILES, USER_MANAGERS } from '~/lib/profiles';
import { HomeIcon, SettingsIcon, UsersIcon } from '~/ui/icons';

export interface SidebarItem {
  readonly label: string;
  readonly to: string;
  readonly icon: ReactNode;
}

interface RestrictedItem extends SidebarItem {
  /** Every profile without it. */
  readonly profiles?: readonly Profile[];
}

const items: readonly RestrictedItem[] = [
  { label: 'Dashboard', to: '/dashboard', icon: <HomeIcon fontSize="small" /> },
  { label: 'User Management', to: '/dashboard/users', icon: <UsersIcon fontSize="small" />, profiles: USER_MANAGERS },
  { label: 'Settings', to: '/dashboard/settings', icon: <SettingsIcon fontSize="small" />, profiles: SETTINGS_PROFILES },
];

/** The sidebar's items for a profile. */
export function sidebarItems(profile: string | null | undefined): readonly SidebarItem[] {
  return items.filter(({ profiles }) => profiles === undefined || (isProfile(profile) && profiles.includes(profile)));
}
