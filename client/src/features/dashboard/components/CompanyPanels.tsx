import { plural, t } from '@lingui/core/macro';
import { Box, LinearProgress, Typography } from '@mui/material';

import { batchTerms, batchCounts, batchLinks } from '~/lib/batchLinks';
import { formatCount, formatShortDay } from '~/lib/format';
import { labelOf } from '~/lib/profiles';
import { radius } from '~/theme/tokens';
import { CountLink, CountRow } from '~/ui/CountLink';
import { Nothing, Panel } from '~/ui/Panel';
import { Caption, TextLink } from '~/ui/Text';
import { useIsMobile } from '~/ui/useIsMobile';

import type { UserSummary } from '../api';
import { twoColumns } from './columns';

/** From here on a number is wider than its column, and only the highest is written out. */
const WIDE = 10_000;
/** The second as high as the profiles beside it. */
const HEIGHT = { xs: 148, md: 217 } as const;

interface ColumnProps {
  readonly day: string;
  readonly count: number;
  readonly most: number;
  readonly isHighest: boolean;
}

function Column({ day, count, most, isHighest }: ColumnProps) {
  const share = count === 0 ? 0 : Math.max(0.02, count / most);
  return (
    <Box title={`${formatShortDay(day)}: ${formatCount(count)}`} sx={{ display: 'flex', flex: 1, flexDirection: 'column', justifyContent: 'flex-end', minWidth: 0, height: '100%', '&:hover > :last-child': { bgcolor: count === 0 ? undefined : 'primary.dark' } }}>
      <Typography
        component="span"
        sx={{
          // In a narrow chart only the highest is labelled.
          visibility: { xs: isHighest ? 'visible' : 'hidden', sm: isHighest || most < WIDE ? 'visible' : 'hidden' },
          alignSelf: 'center',
          fontSize: '0.75rem',
          lineHeight: '18px',
          textAlign: 'center',
          color: 'text.secondary',
          fontVariantNumeric: 'tabular-nums',
          whiteSpace: 'nowrap',
        }}
      >
        {count === 0 ? '' : formatCount(count)}
      </Typography>
      <Box
        sx={{
          height: count === 0 ? 2 : `calc(${share} * (100% - 22px))`,
          borderRadius: count === 0 ? 0 : `${radius.mark} ${radius.mark} 0 0`,
          bgcolor: count === 0 ? 'surface.line' : 'primary.main',
          transition: 'height 280ms, background-color 120ms',
        }}
      />
    </Box>
  );
}

function AsTable({ createdByDay }: Pick<UserSummary, 'createdByDay'>) {
  return (
    <table className="visually-hidden" aria-label={t`New accounts by day`}>
      <thead>
        <tr>
          <th scope="col">{t`Day`}</th>
          <th scope="col">{t`New accounts`}</th>
        </tr>
      </thead>
      <tbody>
        {createdByDay.map(({ day, count }) => (
          <tr key={day}>
            <th scope="row">{formatShortDay(day)}</th>
            <td>{formatCount(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A chart needs two days that have something to show; one is a sentence. */
function OneDay({ createdByDay }: Pick<UserSummary, 'createdByDay'>) {
  const made = createdByDay.find(({ count }) => count > 0);
  if (made === undefined) return <Nothing>{t`No new accounts in the last 14 days.`}</Nothing>;
  if (made.day === createdByDay.at(-1)?.day) {
    return <Nothing>{plural(made.count, { one: '# new account in the last 14 days: today.', other: '# new accounts in the last 14 days, all of them today.' })}</Nothing>;
  }
  const day = formatShortDay(made.day);
  return <Nothing>{plural(made.count, { one: `# new account in the last 14 days: on ${day}.`, other: `# new accounts in the last 14 days, all of them on ${day}.` })}</Nothing>;
}

export function AccountsByDay({ createdByDay }: Pick<UserSummary, 'createdByDay'>) {
  if (createdByDay.filter(({ count }) => count > 0).length < 2) {
    return (
      <Panel title={t`New accounts`}>
        <OneDay createdByDay={createdByDay} />
      </Panel>
    );
  }
  return <DayChart createdByDay={createdByDay} />;
}

function DayChart({ createdByDay }: Pick<UserSummary, 'createdByDay'>) {
  const most = Math.max(1, ...createdByDay.map(({ count }) => count));
  const highest = createdByDay.find(({ count }) => count === most);
  const days = createdByDay.map(({ day }) => day);
  return (
    <Panel title={t`New accounts`}>
      <Box sx={{ position: 'relative', px: { xs: 2, sm: 2.5 }, pt: 2, pb: 1.75 }}>
        <Box aria-hidden sx={{ display: 'flex', alignItems: 'flex-end', gap: { xs: '3px', sm: '6px' }, height: HEIGHT }}>
          {createdByDay.map(({ day, count }) => (
            <Column key={day} day={day} count={count} most={most} isHighest={day === highest?.day} />
          ))}
        </Box>
        <Box aria-hidden sx={{ display: 'flex', justifyContent: 'space-between', mt: 1 }}>
          {[...new Set([days.at(0), days.at(-1)])].map((day) => (
            <Caption key={day}>{day === days.at(-1) ? t`Today` : formatShortDay(day ?? '')}</Caption>
          ))}
        </Box>
        <AsTable createdByDay={createdByDay} />
      </Box>
    </Panel>
  );
}

/** Applicants have a role of their own, and no profile. */
const listOf = (profile: string | null) =>
  `/dashboard/users?tab=manage&${profile === null ? 'role=APPLICANT' : `profile=${profile}`}`;

const profileCell = { p: 0, py: 0.625, border: 0, textAlign: 'left', fontWeight: 400 } as const;

/** A bar for each profile, as its share of all people. It is a table for screen readers. */
function PeopleByProfile({ byProfile }: Pick<UserSummary, 'byProfile'>) {
  const all = Math.max(1, byProfile.reduce((sum, { count }) => sum + count, 0));
  return (
    <Panel title={t`People by profile`}>
      <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 1.75 }}>
        <Box component="table" aria-label={t`People by profile`} sx={{ width: '100%', borderCollapse: 'collapse' }}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t`Profile`}</th>
              <th scope="col">{t`People`}</th>
            </tr>
          </thead>
          <tbody>
            {byProfile.map(({ profile, count }) => (
              <tr key={profile ?? ''}>
                <Typography component="th" scope="row" variant="body2" noWrap sx={{ ...profileCell, width: { xs: 124, sm: 148 }, color: 'text.secondary' }}>
                  <TextLink to={listOf(profile)} color="inherit" underline="always" sx={quietLink}>
                    {profile === null ? t`Applicants` : labelOf('profile', profile)}
                  </TextLink>
                </Typography>
                <Box component="td" sx={{ ...profileCell, position: 'relative' }}>
                  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
                    {/* A small share stays visible. */}
                    <LinearProgress
                      aria-hidden
                      variant="determinate"
                      value={count === 0 ? 0 : Math.max(1.2, (100 * count) / all)}
                      sx={{ flex: 1, height: 8, bgcolor: 'surface.sunken' }}
                    />
                    <Typography component="span" variant="body2" sx={{ minWidth: 56, textAlign: 'right', fontWeight: 500, fontVariantNumeric: 'tabular-nums' }}>
                      {formatCount(count)}
                    </Typography>
                  </Box>
                </Box>
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </Panel>
  );
}

const quietLink = { overflowWrap: 'anywhere', textDecorationColor: 'var(--wm-palette-divider)', textUnderlineOffset: '3px' } as const;
const cell = { py: 0.75, pl: 1.5, pr: 0, border: 0, textAlign: 'right', verticalAlign: 'top' } as const;

function BatchLink({ batch: { id, name } }: { readonly batch: UserSummary['batches'][number] }) {
  return (
    <TextLink to={batchLinks(id).people} color="inherit" underline="always" sx={{ ...quietLink, lineHeight: '24px' }}>
      {name}
    </TextLink>
  );
}

function BatchCards({ batches }: Pick<UserSummary, 'batches'>) {
  return (
    <Box component="ul" aria-label={t`Batches`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {batches.map((batch) => (
        <Box component="li" key={batch.id} sx={{ px: 2, py: 1.25, typography: 'body2', '& + &': { borderTop: 1, borderColor: 'divider' } }}>
          <BatchLink batch={batch} />
          <CountRow counts={batchCounts(batch)} />
        </Box>
      ))}
    </Box>
  );
}

function BatchTable({ batches }: Pick<UserSummary, 'batches'>) {
  return (
    <Box sx={{ overflowX: 'auto', px: { xs: 2, sm: 2.5 }, py: 1.25 }}>
      <Box component="table" aria-label={t`Batches`} sx={{ width: '100%', borderCollapse: 'collapse', typography: 'body2', fontVariantNumeric: 'tabular-nums' }}>
        <thead>
          <tr>
            <Typography component="th" scope="col" variant="caption" sx={{ ...cell, pl: 0, textAlign: 'left', color: 'text.secondary' }}>
              {t`Batch`}
            </Typography>
            {batchTerms().map((term) => (
              <Typography key={term} component="th" scope="col" variant="caption" sx={{ ...cell, whiteSpace: 'nowrap', color: 'text.secondary' }}>
                {term}
              </Typography>
            ))}
          </tr>
        </thead>
        <tbody>
          {batches.map((batch) => (
            <tr key={batch.id}>
              <Box component="th" scope="row" sx={{ ...cell, pl: 0, textAlign: 'left', fontWeight: 400, minWidth: 96, overflowWrap: 'anywhere' }}>
                <BatchLink batch={batch} />
              </Box>
              {batchCounts(batch).map(({ term, ...link }) => (
                <Box key={term} component="td" sx={{ ...cell, lineHeight: '24px' }}>
                  <CountLink {...link} />
                </Box>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

function Batches({ batches }: Pick<UserSummary, 'batches'>) {
  const List = useIsMobile() ? BatchCards : BatchTable;
  return (
    <Panel
      title={t`Batches`}
      aside={
        <TextLink to="/dashboard/users/batches" variant="body2">
          {t`All batches`}
        </TextLink>
      }
    >
      {batches.length === 0 ? (
        <Nothing>{t`No batches yet. Make one for each intake, and see here how far its people are.`}</Nothing>
      ) : (
        <List batches={batches} />
      )}
    </Panel>
  );
}

/** What a company's people are, when their accounts were made, and their batches. */
export function CompanyPanels({ people: { byProfile, createdByDay, batches } }: { readonly people: UserSummary }) {
  return (
    <>
      <Box sx={twoColumns}>
        <PeopleByProfile byProfile={byProfile} />
        <AccountsByDay createdByDay={createdByDay} />
      </Box>
      <Batches batches={batches} />
    </>
  );
}
