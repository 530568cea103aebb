import { t } from '@lingui/core/macro';

import { daysOf, trainingOf } from '~/lib/batchLinks';
import { serverNow } from '~/lib/clock';
import { countPeople, dayOfMoment, formatCount, formatDay, formatList } from '~/lib/format';
import { joined } from '~/lib/texts';
import { hoursOf, isNow, sayStanding } from '~/lib/training';
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
            <What>
              <TextLink to={trainingOf(id)}>{name}</TextLink>
            </What>
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

interface OwnAttendanceProps {
  readonly section: Section<'attendance'>;
}

/** A trainee's next session, and how they stand in each batch. */
export function OwnAttendance({ section: { items, next, threshold } }: OwnAttendanceProps) {
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
