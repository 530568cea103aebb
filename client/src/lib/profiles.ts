/** Profiles, highest first, as the server spells them. */
export const PROFILE_LABELS = {
  SUPER_ADMIN: 'Super Admin',
  ADMIN: 'Admin',
  MANAGEMENT: 'Management',
  TRAINER: 'Trainer',
  INTERVIEW_PANELIST: 'Interview Panelist',
  PLACEMENT: 'Placement',
  TRAINEE: 'Trainee',
} as const;

export type Profile = keyof typeof PROFILE_LABELS;

export const PROFILES = Object.keys(PROFILE_LABELS) as Profile[];

export function isProfile(value: unknown): value is Profile {
  return typeof value === 'string' && Object.hasOwn(PROFILE_LABELS, value);
}

export const USER_MANAGERS: readonly Profile[] = ['SUPER_ADMIN', 'ADMIN', 'MANAGEMENT'];

export const SETTINGS_PROFILES: readonly Profile[] = ['SUPER_ADMIN', 'ADMIN'];

export const AUDITORS: readonly Profile[] = ['SUPER_ADMIN', 'ADMIN'];

export type Role = keyof typeof ROLE_LABELS;

/** The roles that fit a profile, the usual one first: the server's own mapping, against which a test holds it. */
export const ROLES_OF_PROFILE: Readonly<Record<Profile, readonly Role[]>> = {
  SUPER_ADMIN: ['ADMIN', 'MANAGER', 'HR'],
  ADMIN: ['MANAGER', 'HR', 'FACULTY'],
  MANAGEMENT: ['HR', 'MANAGER'],
  TRAINER: ['FACULTY', 'MENTOR'],
  INTERVIEW_PANELIST: ['INTERVIEW_PANELIST'],
  PLACEMENT: ['EMPLOYEE'],
  TRAINEE: ['TRAINEE'],
};

export const ROLE_LABELS = {
  ADMIN: 'Admin',
  MANAGER: 'Manager',
  HR: 'HR',
  FACULTY: 'Faculty',
  MENTOR: 'Mentor',
  INTERVIEW_PANELIST: 'Interview Panelist',
  EMPLOYEE: 'Employee',
  TRAINEE: 'Trainee',
  APPLICANT: 'Applicant',
} as const;

export const GENDER_LABELS = {
  MALE: 'Male',
  FEMALE: 'Female',
  OTHER: 'Other',
  PREFER_NOT_TO_SAY: 'Prefer not to say',
} as const;

const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  profile: PROFILE_LABELS,
  role: ROLE_LABELS,
  gender: GENDER_LABELS,
};

/** The label of a server constant; any other value stays as it is. */
export function labelOf(field: string, value: string): string {
  return labels[field]?.[value] ?? value;
}

export const INVITATIONS = {
  none: 'Not invited yet',
  queued: 'On its way',
  sent: 'Sent',
  lapsed: 'Expired',
  failed: 'Could not be delivered',
  accepted: 'Accepted',
} as const;
