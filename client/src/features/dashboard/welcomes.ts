import { isProfile, type Profile } from '~/lib/profiles';

export interface Welcome {
  readonly title: string;
  readonly subtitle: string;
}

const byProfile: Readonly<Record<Profile, Welcome>> = {
  SUPER_ADMIN: { title: 'Super Admin Dashboard', subtitle: 'Complete system oversight and administration' },
  ADMIN: { title: 'Admin Dashboard', subtitle: 'Manage team and oversee operations' },
  MANAGEMENT: { title: 'Management Dashboard', subtitle: 'Supervise teams and follow their progress' },
  TRAINER: { title: 'Trainer Dashboard', subtitle: 'Run training and conduct interviews' },
  INTERVIEW_PANELIST: { title: 'Interview Panelist Dashboard', subtitle: 'Conduct interviews and share your assessments' },
  PLACEMENT: { title: 'Placement Dashboard', subtitle: 'Connect trained talent with opportunities' },
  TRAINEE: { title: 'Trainee Dashboard', subtitle: 'Follow your training and your next steps' },
};

const applicant: Welcome = { title: 'Applicant Portal', subtitle: 'Track your application status and next steps' };
const unknown: Welcome = { title: 'Dashboard', subtitle: 'Welcome to your dashboard' };

/** The title and subtitle of a profile's dashboard; no profile is an applicant's, one we do not know gets the plain one. */
export function welcomeFor(profile: string | null | undefined): Welcome {
  if (profile === null || profile === undefined) return applicant;
  return isProfile(profile) ? byProfile[profile] : unknown;
}
