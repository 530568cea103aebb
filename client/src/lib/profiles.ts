import { msg } from '@lingui/core/macro';

import { orNewer } from './orNewer';
import { texts } from './texts';

/** Profiles, highest first, as the server spells them. */
export const PROFILE_LABELS = texts({
  SUPER_ADMIN: msg`Super Admin`,
  ADMIN: msg`Admin`,
  MANAGEMENT: msg`Management`,
  TRAINER: msg`Trainer`,
  INTERVIEW_PANELIST: msg`Interview Panelist`,
  PLACEMENT: msg`Placement`,
  TRAINEE: msg`Trainee`,
});

export type Profile = keyof typeof PROFILE_LABELS;

export const PROFILES = Object.keys(PROFILE_LABELS) as Profile[];

export function isProfile(value: unknown): value is Profile {
  return typeof value === 'string' && Object.hasOwn(PROFILE_LABELS, value);
}

export const USER_MANAGERS: readonly Profile[] = ['SUPER_ADMIN', 'ADMIN', 'MANAGEMENT'];

export const TRAINEES: readonly Profile[] = ['TRAINEE'];

export const TRAINERS: readonly Profile[] = ['TRAINER'];

export const TRAINING_PROFILES: readonly Profile[] = [...USER_MANAGERS, ...TRAINERS];

/** The profiles that have the acts `placement.view`, `placement.manage` and `placement.override`. */
export const PLACEMENT_PROFILES: readonly Profile[] = [...USER_MANAGERS, 'PLACEMENT'];
export const PLACEMENT_MANAGERS: readonly Profile[] = ['SUPER_ADMIN', 'ADMIN', 'PLACEMENT'];
export const PLACEMENT_OVERRIDERS: readonly Profile[] = ['SUPER_ADMIN', 'ADMIN'];

/** The profiles that have the act `announcement.send`. */
export const ANNOUNCERS: readonly Profile[] = [...USER_MANAGERS, ...TRAINERS];

/** The profiles that may sit on a panel, and have the act `interview.score`. */
export const PANELISTS: readonly Profile[] = [...USER_MANAGERS, 'TRAINER', 'INTERVIEW_PANELIST', 'PLACEMENT'];

export const SETTINGS_PROFILES: readonly Profile[] = ['SUPER_ADMIN', 'ADMIN'];

export const AUDITORS: readonly Profile[] = ['SUPER_ADMIN', 'ADMIN'];

export type Role = keyof typeof ROLE_LABELS;

/** The roles that fit a profile, the usual one first: the server's own mapping, against which a test holds it. */
export const ROLES_OF_PROFILE = orNewer<Readonly<Record<Profile, readonly Role[]>>>({
  SUPER_ADMIN: ['ADMIN', 'MANAGER', 'HR'],
  ADMIN: ['MANAGER', 'HR', 'FACULTY'],
  MANAGEMENT: ['HR', 'MANAGER'],
  TRAINER: ['FACULTY', 'MENTOR'],
  INTERVIEW_PANELIST: ['INTERVIEW_PANELIST'],
  PLACEMENT: ['EMPLOYEE'],
  TRAINEE: ['TRAINEE'],
}, []);

export const ROLE_LABELS = texts({
  ADMIN: msg`Admin`,
  MANAGER: msg`Manager`,
  HR: msg`HR`,
  FACULTY: msg`Faculty`,
  MENTOR: msg`Mentor`,
  INTERVIEW_PANELIST: msg`Interview Panelist`,
  EMPLOYEE: msg`Employee`,
  TRAINEE: msg`Trainee`,
  APPLICANT: msg`Applicant`,
});

export const GENDER_LABELS = texts({
  MALE: msg`Male`,
  FEMALE: msg`Female`,
  OTHER: msg`Other`,
  PREFER_NOT_TO_SAY: msg`Prefer not to say`,
});

export const INVITATIONS = texts({
  none: msg`Not invited`,
  queued: msg`Waiting`,
  sent: msg`Sent`,
  lapsed: msg`Expired`,
  failed: msg`Could not be delivered`,
  accepted: msg`Accepted`,
});

export const ACCESS_LABELS = texts({
  true: msg`Active`,
  false: msg`Inactive`,
});

const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  profile: PROFILE_LABELS,
  role: ROLE_LABELS,
  gender: GENDER_LABELS,
  invitation: INVITATIONS,
  isActive: ACCESS_LABELS,
};

/** The label of a server constant; any other value stays as it is. */
export function labelOf(field: string, value: string): string {
  const known = labels[field] ?? {};
  return Object.hasOwn(known, value) ? (known[value] ?? value) : value;
}
