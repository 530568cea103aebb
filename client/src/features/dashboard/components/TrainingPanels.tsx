import { plural, t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { Link } from 'react-router';

import { daysOf, trainingOf } from '~/lib/batchLinks';
import { serverNow } from '~/lib/clock';
import { countPeople, dayOfMoment, formatCount, formatDay, formatList } from '~/lib/format';
import { hoursOf, isNow, sayStanding, saySession, sessionPage } from '~/lib/training';
import { joined } from '~/lib/texts';
import { Entries, Entry, Panel, What } from '~/ui/Panel';
import { Caption, TextLink } from '~/ui/Text';

import type { Section } from '../api';

/** What a trainer teaches. */
export function TaughtBatches({ items }: Pick<Section<'batches'>, 'items'>) {
  return (
    <Panel title={t`Your batches`} aside={<TextLink to="/dashboard/training" variant="body2">{t`All batches`}</TextLink>}>
      <Entries label={t`Your batches`} nothing={t`You teach no batch yet. Your administrator chooses who does.`}>
        {items.map(({ id, name, people, percent, away, ...days }) => (
          <Entry key={id}>
            <TextLink to={trainingOf(id)} variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
              {name}
            </TextLink>
            <Caption>{joined(' · ', [countPeople(people), percent !== null && t`${{ percent: formatCount(percent) }} % present`, daysOf(days) || false])}</Caption>
            {away.length > 0 && <Caption>{t`Absent three times in a row: ${{ away: formatList(away) }}`}</Caption>}
          </Entry>
        ))}
      </Entries>
    </Panel>
  );
}

/** What a trainee is trained in: when, where and with which trainers. */
export function OwnBatches({ items }: Pick<Section<'ownBatches'>, 'items'>) {
  return (
    <Panel title={t`Your training`}>
      <Entries label={t`Your training`} nothing={t`You are in no batch yet. Your administrator puts you in one.`}>
        {items.map(({ id, name, location, trainers, ...days }) => {
          const names = formatList(trainers);
          return (
            <Entry key={id}>
              <What>{name}</What>
              <Caption>{joined(' · ', [daysOf(days) || false, location ?? false])}</Caption>
              {trainers.length > 0 && <Caption>{t`With ${names}`}</Caption>}
            </Entry>
          );
        })}
      </Entries>
    </Panel>
  );
}

interface OfSection<Kind extends 'sessions' | 'atRisk' | 'attendance'> {
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
        <Box sx={{ p: 2, pb: 0.5 }}>
          <Button component={Link} to={sessionPage(now.id)} variant="contained" fullWidth sx={{ minHeight: 48, overflowWrap: 'anywhere' }}>
            {now.state === 'taken' ? t`Open ${{ batch: now.batchName }}` : t`Mark ${{ batch: now.batchName }} now`}
          </Button>
        </Box>
      )}
      {sessions > 0 && <Caption sx={{ display: 'block', px: { xs: 2, sm: 2.5 }, pt: 1.5 }}>{joined(' · ', [plural(sessions, { one: '# session', other: '# sessions' }), ...counts])}</Caption>}
      <Entries label={t`Sessions today`} nothing={t`No session is planned today.`}>
        {items.map((each) => (
          <Entry key={each.id}>
            <TextLink to={sessionPage(each.id)} variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
              {each.batchName}
            </TextLink>
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
            <TextLink to={trainingOf(each.id)} variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
              {each.name}
            </TextLink>
            <Caption>{countPeople(each.people)}</Caption>
          </Entry>
        ))}
      </Entries>
    </Panel>
  );
}

/** A trainee's next session, and how they stand in each batch. */
export function OwnAttendance({ section: { items, next, threshold } }: OfSection<'attendance'>) {
  const begins = next !== null && isNow(next, serverNow()) ? t`Now` : next && formatDay(dayOfMoment(new Date(next.startsAt)));
  return (
    <Panel title={t`Your attendance`}>
      <Entries label={t`Your attendance`} nothing={t`Your sessions and your attendance are shown here, once your trainer has planned them.`}>
        {next !== null && (
          <Entry>
            <What>{t`Next session: ${{ batch: next.batchName }}`}</What>
            <Caption>{joined(' · ', [begins ?? false, hoursOf(next), next.topic ?? false, next.place ?? false])}</Caption>
            {next.link !== null && (
              <TextLink to={next.link} variant="body2">
                {t`Join online`}
              </TextLink>
            )}
          </Entry>
        )}
        {items.map((each) => (
          <Entry key={each.batchId}>
            <What>{each.batchName}</What>
            <Caption>{sayStanding(each, threshold)}</Caption>
          </Entry>
        ))}
      </Entries>
    </Panel>
  );
}
