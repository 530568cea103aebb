import { msg, plural, t } from '@lingui/core/macro';
import { Box, Paper, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { messageOf } from '~/api/problem';
import { type OwnProfile, useGetOwnProfileQuery } from '~/api/profile';
import { useClaims } from '~/api/session/slice';
import { sayActivity } from '~/lib/activity';
import { dayOfMoment, formatAgo, formatCount, formatDay, formatMoment } from '~/lib/format';
import { AUDITORS, isProfile, type Profile, PROFILE_LABELS, USER_MANAGERS } from '~/lib/profiles';
import { useOnline } from '~/lib/useOnline';
import { unlessLive, usePolledQuery } from '~/realtime/extra';
import { radius } from '~/theme/tokens';
import { Email } from '~/ui/Email';
import { ErrorState } from '~/ui/ErrorState';
import { type Figure, Figures } from '~/ui/Figures';
import { CheckIcon } from '~/ui/icons';
import { lazyChunk } from '~/ui/lazyChunk';
import { PageHeader, PageShell, PageSpinner } from '~/ui/PageShell';
import { Fact, Nothing, Panel } from '~/ui/Panel';
import { PersonAvatar } from '~/ui/PersonAvatar';
import { Phone } from '~/ui/Phone';
import { roundMark } from '~/ui/roundMark';
import { Note, TextLink } from '~/ui/Text';

import { dashboardApi, type Section, sectionOf, type UserSummary } from '../api';
import { twoColumns } from '../components/columns';
import { OwnAttendance, OwnBatches, TaughtBatches } from '../components/TrainingPanels';

/** Trainees, who are most and have the slowest networks, do not load what they do not see. */
const TodaySessions = lazyChunk(() => import('../components/TodayPanels'), (module) => module.TodaySessions);
const CompanyPanels = lazyChunk(() => import('../components/CompanyPanels'), (module) => module.CompanyPanels);
const FirstSteps = lazyChunk(() => import('../components/FirstSteps'), (module) => module.FirstSteps);
const AtRisk = lazyChunk(() => import('../components/TodayPanels'), (module) => module.AtRisk);

const said = { done: msg`Done`, now: msg`Now`, next: msg`Next` } as const;

function Step({ state, title, children }: { readonly state: 'done' | 'now' | 'next'; readonly title: string; readonly children: string }) {
  return (
    <Box component="li" aria-current={state === 'now' ? 'step' : undefined} sx={{ display: 'flex', gap: 2, '& + &': { mt: 2.5 } }}>
      <Box
        aria-hidden
        sx={{
          ...roundMark,
          width: 28,
          height: 28,
          border: 2,
          borderColor: state === 'next' ? 'surface.line' : 'primary.main',
          bgcolor: state === 'done' ? 'primary.main' : 'transparent',
          color: 'primary.contrastText',
        }}
      >
        {state === 'done' && <CheckIcon sx={{ fontSize: 16 }} />}
        {state === 'now' && <Box sx={{ width: 10, height: 10, borderRadius: radius.round, bgcolor: 'primary.main' }} />}
      </Box>
      <Box>
        <Typography variant="subtitle2" component="h3" sx={{ pt: 0.375 }}>
          <span className="visually-hidden">{t(said[state])}: </span>
          {title}
        </Typography>
        <Note sx={{ mt: 0.25 }}>{children}</Note>
      </Box>
    </Box>
  );
}

/** What has become of an application, step by step. The reason is the company's text, shown as it is. */
function ApplicationCard({ profile, application }: { readonly profile: OwnProfile; readonly application: Section<'application'> }) {
  const { companyName, email } = profile;
  const { state, reason, appliedAt } = application;
  const isDeclined = state === 'declined';
  const day = formatDay(dayOfMoment(new Date(appliedAt)));
  return (
    <Panel title={t`Your application`}>
      <Box component="ol" sx={{ m: 0, p: { xs: 2, sm: 2.5 }, listStyle: 'none' }}>
        <Step state="done" title={t`Your account is ready`}>
          {t`Your contact details are verified. ${companyName} reaches you at ${{ email: email ?? '' }}.`}
        </Step>
        <Step state={isDeclined ? 'done' : 'now'} title={t`With ${companyName}`}>
          {isDeclined
            ? t`Your application was looked at.`
            : t`Your application of ${day} is being looked at. There is nothing you need to do. If you have a question, ask the person who gave you the link.`}
        </Step>
        {isDeclined ? (
          <>
            <Step state="done" title={t`Declined`}>
              {t`${companyName} has declined your application. The reason: ${{ reason: reason ?? '' }}`}
            </Step>
            <Step state="now" title={t`What you can do`}>
              {t`If something in it is not right, or you want to be considered again, ask the person at ${companyName} who gave you the link. Another institute has a link of its own.`}
            </Step>
          </>
        ) : (
          <Step state="next" title={t`Your place`}>
            {t`When you are accepted, you get a mail, and your dashboard opens here by itself.`}
          </Step>
        )}
      </Box>
    </Panel>
  );
}

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
        <TextLink to={`${isProfile(profile.profile) ? '/dashboard' : '/applicant-dashboard'}/profile`} variant="body2" sx={{ flexShrink: 0 }}>
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
}

/** The company's figures, for users who may view its people. */
function CompanyNow({ profile, people: data, today, risk, failure, runningImports }: CompanyNowProps) {
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
          <CompanyPanels people={data} />
        </>
      )}
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

function RecentActivity({ recent }: Pick<UserSummary, 'recent'>) {
  return (
    <Panel
      title={t`Recent activity`}
      aside={
        <TextLink to="/dashboard/users/audit" variant="body2">
          {t`All activity`}
        </TextLink>
      }
    >
      {recent.length === 0 ? (
        <Nothing>{t`No activity yet. Logins, edits and imports are listed here.`}</Nothing>
      ) : (
        <Box component="ul" aria-label={t`Recent activity`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {recent.map((entry) => (
            <Box
              component="li"
              key={entry.id}
              sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 2, px: { xs: 2, sm: 2.5 }, py: 1.25, '& + &': { borderTop: 1, borderColor: 'divider' } }}
            >
              <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                {sayActivity(entry)}
              </Typography>
              <Typography component="time" variant="caption" dateTime={entry.createdAt} title={formatMoment(entry.createdAt)} sx={{ flexShrink: 0, color: 'text.secondary' }}>
                {formatAgo(entry.createdAt)}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
    </Panel>
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

const useDashboard = () => usePolledQuery(dashboardApi.useReadDashboardQuery, {}, { intervalOf: unlessLive(POLL), refetchOnMountOrArgChange: true, refetchOnFocus: true });

interface SectionsProps {
  readonly own: OwnProfile;
  readonly answer: ReturnType<typeof useDashboard>;
  readonly runningImports: ReactNode;
}

/** What the profile's dashboard shows, live. */
function Sections({ own, answer, runningImports }: SectionsProps) {
  const { profile } = own;
  const { data, error, refetch } = answer;
  const failure = data === undefined && error !== undefined && <ErrorState message={messageOf(error, t`The dashboard could not be loaded.`)} onRetry={() => void refetch()} />;
  if (isProfile(profile) && USER_MANAGERS.includes(profile)) {
    if (data === undefined && error === undefined) return <SummarySkeleton />;
    return <CompanyNow profile={profile} people={data && sectionOf(data, 'people')} today={data && sectionOf(data, 'sessions')} risk={data && sectionOf(data, 'atRisk')} failure={failure} runningImports={runningImports} />;
  }
  const application = data && sectionOf(data, 'application');
  const taught = data && sectionOf(data, 'batches');
  const attended = data && sectionOf(data, 'ownBatches');
  const today = data && sectionOf(data, 'sessions');
  const attendance = data && sectionOf(data, 'attendance');
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {failure}
      {application !== undefined && <ApplicationCard profile={own} application={application} />}
      {today !== undefined && <TodaySessions section={today} />}
      {attendance !== undefined && <OwnAttendance section={attendance} />}
      {taught !== undefined && <TaughtBatches items={taught.items} />}
      {attended !== undefined && <OwnBatches items={attended.items} />}
      <AccountCard profile={own} />
    </Box>
  );
}

export function DashboardPage({ runningImports }: { readonly runningImports: ReactNode }) {
  const { data: own, isError, refetch } = useGetOwnProfileQuery(undefined, { refetchOnReconnect: true });
  const answer = useDashboard();
  const online = useOnline();
  const claims = useClaims();
  const { profile, companyName } = own ?? claims ?? {};
  return (
    <PageShell>
      <PageHeader {...welcomeFor(profile ?? null)} {...(companyName && { owner: companyName })} />
      {own !== undefined && <Sections own={own} answer={answer} runningImports={runningImports} />}
      {own === undefined && !isError && <PageSpinner label={t`Loading dashboard`} />}
      {own === undefined && isError && (
        <ErrorState message={online ? t`Error: Failed to load dashboard. Please try refreshing the page.` : t`You are offline. Your dashboard appears once you are online again.`} onRetry={() => void refetch()} />
      )}
    </PageShell>
  );
}
