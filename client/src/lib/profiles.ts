/** Profiles, highest first, as the server spells them. */
export const PROFILES = [
  'SUPER_ADMIN',
  'ADMIN',
  'MANAGEMENT',
  'TRAINER',
  'INTERVIEW_PANELIST',
  'PLACEMENT',
  'TRAINEE',
] as const;

export type Profile = (typeof PROFILES)[number];

export const PROFILE_LABELS: Readonly<Record<Profile, string>> = {
  SUPER_ADMIN: 'Super Admin',
  ADMIN: 'Admin',
  MANAGEMENT: 'Management',
  TRAINER: 'Trainer',
  INTERVIEW_PANELIST: 'Interview Panelist',
  PLACEMENT: 'Placement',
  TRAINEE: 'Trainee',
};

export function isProfile(value: unknown): value is Profile {
  return typeof value === 'string' && (PROFILES as readonly string[]).includes(value);
}

/** Profiles that may open User Management. */
export const USER_MANAGERS: readonly Profile[] = ['SUPER_ADMIN', 'ADMIN', 'MANAGEMENT'];

/** Profiles that may open Settings. */
export const SETTINGS_PROFILES: readonly Profile[] = ['SUPER_ADMIN', 'ADMIN'];

/** Profiles that may read the audit trail. */
export const AUDITORS: readonly Profile[] = ['SUPER_ADMIN', 'ADMIN'];
