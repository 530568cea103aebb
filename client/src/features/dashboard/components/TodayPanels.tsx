import { plural, t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { Link } from 'react-router';

import { trainingOf } from '~/lib/batchLinks';
import { serverNow } from '~/lib/clock';
import { countPeople, formatCount } from '~/lib/format';
import { joined } from '~/lib/texts';
import { hoursOf, isNow, saySession, sessionPage } from '~/lib/training';
import { Entries, Entry, Panel, What } from '~/ui/Panel';
import { Caption, TextLink } from '~/ui/Text';

import type { Section } from '../api';

interface OfSection<Kind extends 'sessions' | 'atRisk'> {
  readonly section: Section<Kind>;
}

const TRAINING = '/dashboard/training';

/** The day's sessions, what is not marked first; the one that is now is one tap away. */
export function TodaySessions({ section: { items, sessions, running, notMarked, marked, overdue } }: OfSection<'sessions'>) {
  const now = items.find((each) => isNow(each, serverNow()));
  const counts = [
    running > 0 && plural(running, { one: '# running', other: '# running' }),
    notMarked > 0 && plural(notMarked, { one: '# not marked', other: '# not marked' }),
    marked > 0 && plural(marked, { one: '# marked', other: '# marked' }),
  ];
  return (
    <Panel title={t`Sessions today`} aside={<TextLink to={TRAINING} variant="body2">{t`All sessions`}</TextLink>}>
      {now !== undefined && (
        <Box sx={{ px: { xs: 2, sm: 2.5 }, pt: 2 }}>
          <Button component={Link} to={sessionPage(now.id)} variant="contained" sx={{ width: { xs: 1, sm: 'auto' }, py: 1.5, overflowWrap: 'anywhere' }}>
            {now.state === 'taken' ? t`Open ${{ batch: now.batchName }}` : t`Mark ${{ batch: now.batchName }} now`}
          </Button>
        </Box>
      )}
      {sessions > 0 && <Caption sx={{ display: 'block', px: { xs: 2, sm: 2.5 }, pt: 1.5 }}>{joined(' · ', [plural(sessions, { one: '# session', other: '# sessions' }), ...counts])}</Caption>}
      <Entries label={t`Sessions today`} nothing={t`No session is planned today.`}>
        {items.map((each) => (
          <Entry key={each.id}>
            <What>
              <TextLink to={sessionPage(each.id)}>{each.batchName}</TextLink>
            </What>
            <Caption>{joined(' · ', [hoursOf(each), each.place ?? false, saySession(each, serverNow())])}</Caption>
          </Entry>
        ))}
      </Entries>
      {overdue > 0 && (
        <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
          <TextLink to={TRAINING} variant="body2">{plural(overdue, { one: '# session of the last 7 days was not marked', other: '# sessions of the last 7 days were not marked' })}</TextLink>
        </Box>
      )}
    </Panel>
  );
}

/** People below the threshold, by batch; each number opens its list. */
export function AtRisk({ section: { threshold, people, isExact, batches } }: OfSection<'atRisk'>) {
  const all = isExact ? formatCount(people) : `${formatCount(people)}+`;
  return (
    <Panel title={t`Attendance at risk`} aside={people > 0 && <TextLink to={`${TRAINING}?below=${threshold}`} variant="body2">{t`${all} people below ${threshold} %`}</TextLink>}>
      <Entries label={t`Attendance at risk`} nothing={t`No one is below ${threshold} %.`}>
        {batches.map((each) => (
          <Entry key={each.id}>
            <What>
              <TextLink to={trainingOf(each.id)}>{each.name}</TextLink>
            </What>
            <Caption>{countPeople(each.people)}</Caption>
          </Entry>
        ))}
      </Entries>
    </Panel>
  );
}
