import { PROFILE_LABELS } from './profiles';

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
