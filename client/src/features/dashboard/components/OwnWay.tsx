import { plural, t } from '@lingui/core/macro';
import { Box } from '@mui/material';

import { dayOfMoment, formatDay } from '~/lib/format';
import { stageWords } from '~/lib/stageWords';
import { Panel } from '~/ui/Panel';
import { TextLink } from '~/ui/Text';

import type { Section } from '../api';
import { Step, steps as list } from './Step';

const dayOf = (moment: string) => formatDay(dayOfMoment(new Date(moment)));

interface OwnWayProps {
  readonly section: Section<'way'>;
  /** The address of the own profile. */
  readonly profile: string;
}

/** The caller's way through the stages, in the words that the company has for its people. */
export function OwnWay({ section: { steps, text, next, missing }, profile }: OwnWayProps) {
  const now = steps.findIndex(({ isNow }) => isNow);
  return (
    <Panel title={t`Your way`}>
      <Box component="ol" sx={list}>
        {steps.map(({ publicName, since, isNow }, index) => (
          <Step key={index} state={isNow ? 'now' : index < now ? 'done' : 'next'} title={stageWords(publicName)}>
            {since !== null && <div>{isNow ? t`Since ${{ day: dayOf(since) }}` : dayOf(since)}</div>}
            {isNow && (
              <>
                {text !== '' && <div>{stageWords(text)}</div>}
                {next !== '' && <div>{stageWords(next)}</div>}
                {missing.length > 0 && <TextLink to={`${profile}?edit`}>{plural(missing.length, { one: 'One detail is missing in your profile: fill it in', other: '# details are missing in your profile: fill them in' })}</TextLink>}
              </>
            )}
          </Step>
        ))}
      </Box>
    </Panel>
  );
}
