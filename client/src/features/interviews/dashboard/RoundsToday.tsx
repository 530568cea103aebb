import { plural, t } from '@lingui/core/macro';

import type { RoundsSection } from '~/api/generated/serverApi';
import { formatHour, formatNamedDay } from '~/lib/format';
import { joined } from '~/lib/texts';
import { Entries, Entry, Panel, What } from '~/ui/Panel';
import { Caption, TextLink } from '~/ui/Text';

import { PATH, roundPath } from '../api';

/** The rounds of today and of the coming days: how far each is. */
export function RoundsToday({ section: { day: today, items } }: { readonly section: RoundsSection }) {
  const title = t`Interviews`;
  return (
    <Panel title={title} aside={<TextLink to={PATH} variant="body2">{t`All rounds`}</TextLink>}>
      <Entries label={title}>
        {items.map(({ id, name, day, state, candidates, waiting, inRooms, done, aside, missingScores, endsAt }) => (
          <Entry key={id}>
            <What>
              <TextLink to={roundPath(id)}>{name}</TextLink>
            </What>
            <Caption sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {joined(' · ', [
                day === today ? t`Today` : formatNamedDay(day),
                state === 'draft' ? t`draft` : plural(candidates, { one: '# candidate', other: '# candidates' }),
                state === 'running' && plural(done, { one: '# done', other: '# done' }),
                state === 'running' && plural(inRooms, { one: '# in a room', other: '# in rooms' }),
                state === 'running' && plural(waiting, { one: '# waits', other: '# wait' }),
                state === 'running' && endsAt !== null && t`through at about ${{ time: formatHour(endsAt) }}`,
              ])}
            </Caption>
            {aside > 0 && (
              <Caption>
                <TextLink to={roundPath(id, 'candidates&state=absent')}>{plural(aside, { one: '# person was not there three times', other: '# people were not there three times' })}</TextLink>
              </Caption>
            )}
            {missingScores > 0 && (
              <Caption>
                <TextLink to={roundPath(id, 'results&missing=yes')}>{plural(missingScores, { one: '# score is missing', other: '# scores are missing' })}</TextLink>
              </Caption>
            )}
          </Entry>
        ))}
      </Entries>
    </Panel>
  );
}
