import { msg, plural, t } from '@lingui/core/macro';
import { Box, Paper, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import type { Dashboard } from '~/api/generated/serverApi';
import { messageOf } from '~/api/problem';
import { type OwnProfile, useGetOwnProfileQuery } from '~/api/profile';
import { useClaims } from '~/api/session/slice';
import { formatCount } from '~/lib/format';
import { loadMessages } from '~/lib/language';
import { AUDITORS, isProfile, type Profile, PROFILE_LABELS, USER_MANAGERS } from '~/lib/profiles';
import { useOnline } from '~/lib/useOnline';
import { usePolledQuery } from '~/realtime/extra';
import { Email } from '~/ui/Email';
import { ErrorState } from '~/ui/ErrorState';
import { type Figure, Figures } from '~/ui/Figures';
import { lazyChunk } from '~/ui/lazyChunk';
import { PageHeader, PageShell, PageSpinner } from '~/ui/PageShell';
import { Fact } from '~/ui/Panel';
import { PersonAvatar } from '~/ui/PersonAvatar';
import { Phone } from '~/ui/Phone';
import { Note, TextLink } from '~/ui/Text';

import { dashboardApi, type DashboardInterviews, type Section, sectionOf, type UserSummary } from '../api';
import { twoColumns } from '../components/columns';
import { FunnelSkeleton } from '../components/FunnelSkeleton';
import { OwnWay } from '../components/OwnWay';
import { OwnAttendance, OwnBatches, TaughtBatches } from '../components/TrainingPanels';

/** Trainees, who are most and have the slowest networks, do not load what they do not see. */
const TodaySessions = lazyChunk(() => import('../components/TodayPanels'), (module) => module.TodaySessions);
const CompanyPanels = lazyChunk(() => import('../components/CompanyPanels'), (module) => module.CompanyPanels);
// Their texts are those of other pages of administrators; trainees load none of them.
const loadTexts = () => loadMessages('app');
const FunnelPanel = lazyChunk(() => import('../components/FunnelPanel'), (module) => module.FunnelPanel, { fallback: <FunnelSkeleton />, loadTexts });
const RecentActivity = lazyChunk(() => import('../components/RecentActivity'), (module) => module.RecentActivity, { loadTexts });
const FirstSteps = lazyChunk(() => import('../components/FirstSteps'), (module) => module.FirstSteps);
const ApplicationCard = lazyChunk(() => import('../components/ApplicationCard'), (module) => module.ApplicationCard);
const AtRisk = lazyChunk(() => import('../components/TodayPanels'), (module) => module.AtRisk);

const byProfile = {
  SUPER_ADMIN: { title: msg`Super Admin Dashboard`, subtitle: msg`Complete system oversight and administration` },
  ADMIN: { title: msg`Admin Dashboard`, subtitle: msg`Manage team and oversee operations` },
  MANAGEMENT: { title: msg`Management Dashboard`, subtitle: msg`Supervise teams and follow their progress` },
  TRAINER: { title: msg`Trainer Dashboard`, subtitle: msg`Run training and conduct interviews` },
  INTERVIEW_PANELIST: { title: msg`Interview Panelist Dashboard`, subtitle: msg`Conduct interviews and share your assessments` },
  PLACEMENT: { title: msg`Placement Dashboard`, subtitle: msg`Connect trained talent with opportunities` },
  TRAINEE: { title: msg`Trainee Dashboard`, subtitle: msg`Follow your training and your next steps` },
} as const satisfies Readonly<Record<Profile, object>>;

/** No profile is an applicant's; one that we do not know gets the plain texts. */
function welcomeFor(profile: string | null) {
  if (profile === null) return { title: t`Applicant Portal`, subtitle: t`Track your application status and next steps` };
  if (!isProfile(profile)) return { title: t`Dashboard`, subtitle: t`Welcome to your dashboard` };
  const { title, subtitle } = byProfile[profile];
  return { title: t(title), subtitle: t(subtitle) };
}

const profilePage = ({ profile }: OwnProfile) => `${isProfile(profile) ? '/dashboard' : '/applicant-dashboard'}/profile`;

function AccountCard({ profile }: { readonly profile: OwnProfile }) {
  const { fullName, email, phone, photoId } = profile;
  return (
    <Paper variant="outlined" component="section" aria-label={t`Your account`}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, p: 3 }}>
        <PersonAvatar fullName={fullName} photoId={photoId} />
        <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
          <Typography variant="h5" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {fullName}
          </Typography>
          <Note sx={{ overflowWrap: 'anywhere' }}>{email !== null && <Email>{email}</Email>}</Note>
        </Box>
        <TextLink to={profilePage(profile)} variant="body2" sx={{ flexShrink: 0 }}>
          {t`Edit your details`}
        </TextLink>
      </Box>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 1fr))', gap: 3, m: 0, px: 3, py: 2.5, borderTop: 1, borderColor: 'divider' }}
      >
        <Fact term={t`Profile`}>{isProfile(profile.profile) ? PROFILE_LABELS[profile.profile] : t`Applicant`}</Fact>
        <Fact term={t`Phone`}><Phone>{phone}</Phone></Fact>
      </Box>
    </Paper>
  );
}

const POLL = 30_000;

interface CompanyNowProps {
  readonly profile: Profile;
  readonly people: UserSummary | undefined;
  readonly today: Section<'sessions'> | undefined;
  readonly risk: Section<'atRisk'> | undefined;
  readonly failure: ReactNode;
  readonly runningImports: ReactNode;
  readonly placement: ReactNode;
}

/** The company's figures, for users who may view its people. */
function CompanyNow({ profile, people: data, today, risk, failure, runningImports, placement }: CompanyNowProps) {
  const recent = AUDITORS.includes(profile) ? data?.recent : undefined;
  // A company that trains no one yet is not told so each day.
  const hasTraining = (today !== undefined && today.sessions + today.overdue > 0) || (risk !== undefined && risk.people > 0);
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {failure}
      {data !== undefined && (
        <>
          {data.firstSteps !== null && <FirstSteps steps={data.firstSteps} />}
          <Paper variant="outlined" component="section" aria-label={t`People in numbers`} sx={{ overflow: 'hidden' }}>
            <Figures figures={figuresOf(data)} />
          </Paper>
          {hasTraining && (
            <Box sx={{ ...twoColumns, alignItems: 'start' }}>
              {today !== undefined && <TodaySessions section={today} />}
              {risk !== undefined && <AtRisk section={risk} />}
            </Box>
          )}
          {placement}
          <CompanyPanels people={data} />
        </>
      )}
      <FunnelPanel />
      <Box sx={recent === undefined ? undefined : { ...twoColumns, alignItems: 'start' }}>
        {runningImports}
        {recent !== undefined && <RecentActivity recent={recent} />}
      </Box>
    </Box>
  );
}

function PanelSkeleton({ rows }: { readonly rows: number }) {
  return (
    <Paper variant="outlined">
      <Box sx={{ display: 'flex', alignItems: 'center', height: 52, px: 2.5, borderBottom: 1, borderColor: 'divider' }}>
        <Skeleton width={128} />
      </Box>
      <Box sx={{ px: 2.5, py: 1.75 }}>
        {Array.from({ length: rows }, (_, index) => (
          <Box key={index} sx={{ display: 'flex', alignItems: 'center', height: 31 }}>
            <Skeleton width={`${90 - index * 6}%`} />
          </Box>
        ))}
      </Box>
    </Paper>
  );
}

/** Placeholder panels, so that nothing moves when the summary arrives. */
function SummarySkeleton() {
  return (
    <Box role="status" aria-label={t`Loading figures`} sx={{ display: 'grid', gap: 3 }}>
      <Paper variant="outlined" sx={{ display: 'grid', gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: 'repeat(4, 1fr)' } }}>
        {Array.from({ length: 4 }, (_, index) => (
          <Box key={index} sx={{ height: 104, px: 2.5, py: 2 }}>
            <Skeleton width="60%" />
            <Skeleton width="35%" height={32} />
            <Skeleton width="50%" />
          </Box>
        ))}
      </Paper>
      <Box sx={twoColumns}>
        <PanelSkeleton rows={8} />
        <PanelSkeleton rows={6} />
      </Box>
    </Box>
  );
}

const LIST = '/dashboard/users?tab=manage';

const noteLink = (invitation: string, text: string) => (
  <TextLink to={`${LIST}&invitation=${invitation}`}>{text}</TextLink>
);

function figuresOf({ total, active, invitations, createdByDay }: UserSummary): readonly Figure[] {
  const { queued, sent, lapsed, failed } = invitations;
  const waiting = queued === 0 ? t`for a first login` : plural(queued, { one: '# waiting', other: '# waiting' });
  const made = createdByDay.reduce((sum, { count }) => sum + count, 0);
  return [
    { term: t`People`, value: formatCount(total), note: plural(active, { one: '# active', other: '# active' }), to: LIST },
    { term: t`New accounts`, value: formatCount(made), note: t`in the last 14 days`, to: LIST },
    {
      term: t`Invitations waiting or sent`,
      value: formatCount(queued + sent),
      to: `${LIST}&invitation=waiting`,
      note: lapsed === 0 ? waiting : noteLink('lapsed', plural(lapsed, { one: '# expired', other: '# expired' })),
    },
    {
      term: t`Invitations failed`,
      value: formatCount(failed),
      tone: 'error',
      to: `${LIST}&invitation=failed`,
      note: failed === 0 ? t`All delivered` : noteLink('failed', t`Review`),
    },
  ];
}

/** On the day of a round its figures are asked for: their events go to its board alone. */
const isDay = (data: Dashboard) => sectionOf(data, 'rounds')?.items.some(({ state }) => state === 'running') === true;

const useDashboard = () => usePolledQuery(dashboardApi.useReadDashboardQuery, {}, { intervalOf: ({ currentData }, live) => (live && !(currentData && isDay(currentData)) ? 0 : POLL), refetchOnMountOrArgChange: true, refetchOnFocus: true });

interface SectionsProps {
  readonly own: OwnProfile;
  readonly answer: ReturnType<typeof useDashboard>;
  readonly runningImports: ReactNode;
  readonly placement: ReactNode;
}

/** What the profile's dashboard shows, live. */
function Sections({ own, answer, runningImports, placement }: SectionsProps) {
  const { profile } = own;
  const { data, error, refetch } = answer;
  const failure = data === undefined && error !== undefined && <ErrorState message={messageOf(error, t`The dashboard could not be loaded.`)} onRetry={() => void refetch()} />;
  if (isProfile(profile) && USER_MANAGERS.includes(profile)) {
    if (data === undefined && error === undefined) return <SummarySkeleton />;
    return <CompanyNow profile={profile} people={data && sectionOf(data, 'people')} today={data && sectionOf(data, 'sessions')} risk={data && sectionOf(data, 'atRisk')} failure={failure} runningImports={runningImports} placement={placement} />;
  }
  const application = data && sectionOf(data, 'application');
  const taught = data && sectionOf(data, 'batches');
  const attended = data && sectionOf(data, 'ownBatches');
  const today = data && sectionOf(data, 'sessions');
  const attendance = data && sectionOf(data, 'attendance');
  const way = data && sectionOf(data, 'way');
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {failure}
      {/* Who waits reads the same in the own way; why an application was declined stands here alone. */}
      {application !== undefined && (way === undefined || application.state === 'declined') && <ApplicationCard profile={own} application={application} />}
      {placement}
      {today !== undefined && <TodaySessions section={today} />}
      {attendance !== undefined && <OwnAttendance section={attendance} />}
      {way !== undefined && <OwnWay section={way} profile={profilePage(own)} />}
      {taught !== undefined && <TaughtBatches items={taught.items} />}
      {attended !== undefined && <OwnBatches items={attended.items} />}
      <AccountCard profile={own} />
    </Box>
  );
}

interface DashboardPageProps {
  readonly runningImports: ReactNode;
  readonly renderAnnouncements: (section: Section<'announcements'> | undefined) => ReactNode;
  readonly renderInterviews: (interviews: DashboardInterviews) => ReactNode;
  readonly renderOffers: (section: Section<'offers'> | undefined) => ReactNode;
  /** What staff do for placement, and its figures. */
  readonly renderPlacement: (work: Section<'placement'> | undefined, figures: Section<'placementFigures'> | undefined) => ReactNode;
}

export function DashboardPage({ runningImports, renderAnnouncements, renderInterviews, renderOffers, renderPlacement }: DashboardPageProps) {
  const { data: own, isError, refetch } = useGetOwnProfileQuery(undefined, { refetchOnReconnect: true });
  const answer = useDashboard();
  const online = useOnline();
  const claims = useClaims();
  const { profile, companyName } = own ?? claims ?? {};
  return (
    <PageShell>
      <PageHeader {...welcomeFor(profile ?? null)} {...(companyName && { owner: companyName })} />
      {answer.data !== undefined && (
        <Box sx={{ display: 'grid', gap: 3, mb: 3, '&:empty': { display: 'none' } }}>
          {renderInterviews({ own: sectionOf(answer.data, 'ownInterviews'), panels: sectionOf(answer.data, 'ownPanels'), rounds: sectionOf(answer.data, 'rounds') })}
        </Box>
      )}
      {renderAnnouncements(answer.data && sectionOf(answer.data, 'announcements'))}
      {renderOffers(answer.data && sectionOf(answer.data, 'offers'))}
      {own !== undefined && <Sections own={own} answer={answer} runningImports={runningImports} placement={answer.data && renderPlacement(sectionOf(answer.data, 'placement'), sectionOf(answer.data, 'placementFigures'))} />}
      {own === undefined && !isError && <PageSpinner label={t`Loading dashboard`} />}
      {own === undefined && isError && (
        <ErrorState message={online ? t`Error: Failed to load dashboard. Please try refreshing the page.` : t`You are offline. Your dashboard appears once you are online again.`} onRetry={() => void refetch()} />
      )}
    </PageShell>
  );
}
