import type { ROLE_LABELS } from './people';
import type { Profile } from './profiles';

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
