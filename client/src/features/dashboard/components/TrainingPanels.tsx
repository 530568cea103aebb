import { t } from '@lingui/core/macro';

import { daysOf, trainingOf } from '~/lib/batchLinks';
import { countPeople, formatList } from '~/lib/format';
import { joined } from '~/lib/texts';
import { Entries, Entry, Panel, What } from '~/ui/Panel';
import { Caption, TextLink } from '~/ui/Text';

import type { Section } from '../api';

/** What a trainer teaches. */
export function TaughtBatches({ items }: Pick<Section<'batches'>, 'items'>) {
  return (
    <Panel title={t`Your batches`} aside={<TextLink to="/dashboard/training" variant="body2">{t`All batches`}</TextLink>}>
      <Entries label={t`Your batches`} nothing={t`You teach no batch yet. Your administrator chooses who does.`}>
        {items.map(({ id, name, people, ...days }) => (
          <Entry key={id}>
            <TextLink to={trainingOf(id)} variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
              {name}
            </TextLink>
            <Caption>{joined(' · ', [countPeople(people), daysOf(days) || false])}</Caption>
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
