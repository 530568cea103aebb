import { msg, plural, t } from '@lingui/core/macro';
import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';

import { messageOf } from '~/api/problem';
import { type PatternAnswer, usePlanSessionPatternMutation } from '~/api/training';
import { DateField } from '~/forms/DateField';
import { FormError } from '~/forms/Form';
import { FieldError } from '~/forms/FormField';
import { says } from '~/forms/schemas';
import { LinesField, linesOf } from '~/forms/TextField';
import { showFieldErrors, useZodForm } from '~/forms/useZodForm';
import { dayOf, fieldPattern, readDay } from '~/lib/days';
import { formatCalendar, formatMoment, formatNamedDay } from '~/lib/format';
import { hoursOf } from '~/lib/training';
import { radius } from '~/theme/tokens';
import { CheckLine } from '~/ui/CheckLine';
import { FormDialog } from '~/ui/FormDialog';
import { Notice } from '~/ui/Notice';
import { Entries, Line } from '~/ui/Panel';
import { Note } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';

import { AboutFields, aboutSchema, day, endsLater, HoursFields, twoColumns } from './SessionDialogs';

const unreadable = (typed: string) => linesOf(typed).find((line) => dayOf(readDay(line)) === undefined);

const weeklySchema = z
  .object({
    weekdays: z.array(z.number()).check(z.minLength(1, says(msg`Choose at least one day of the week`))),
    fromDay: day,
    untilDay: day,
    ...aboutSchema,
    skipped: z.string().check(z.refine((typed) => unreadable(typed) === undefined, { error: ({ input }) => t`We can't read “${{ line: unreadable(String(input)) ?? '' }}”. Write each day as ${{ pattern: fieldPattern() }}.` })),
  })
  .check(
    endsLater,
    z.refine(({ fromDay, untilDay }) => fromDay === '' || untilDay === '' || untilDay >= fromDay, { ...says(msg`The last day must not be before the first`), path: ['untilDay'] }),
  );

type WeeklyValues = z.infer<typeof weeklySchema>;

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;
/** 1 January 2024 was a Monday. */
const nameOf = (weekday: number) => formatCalendar('weekday', new Date(2024, 0, weekday));

function Weekdays({ control }: { readonly control: ReturnType<typeof useZodForm<WeeklyValues>>['control'] }) {
  const { field, fieldState } = useController({ control, name: 'weekdays' });
  const chosen = field.value;
  return (
    <Box role="group" aria-label={t`Days of the week`} aria-describedby="weekdays-error">
      <Typography variant="subtitle2" component="p">{t`Days of the week`}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
        {WEEK.map((weekday) => (
          <CheckLine
            key={weekday}
            label={nameOf(weekday)}
            checked={chosen.includes(weekday)}
            onCheck={(isChecked) => field.onChange(WEEK.filter((each) => (each === weekday ? isChecked : chosen.includes(each))))}
          />
        ))}
      </Box>
      <FieldError id="weekdays-error">{fieldState.error?.message}</FieldError>
    </Box>
  );
}

const countSessions = (count: number) => plural(count, { one: '# session', other: '# sessions' });

/** What becomes of the days, before any is made. */
function Preview({ answer: { days, clashes } }: { readonly answer: PatternAnswer }) {
  const countOf = (state: string) => days.filter((each) => each.state === state).length;
  const [fresh, skipped, existing] = [countOf('new'), countOf('skipped'), countOf('exists')];
  const shifted = days.filter(({ isShifted, state }) => isShifted && state === 'new').length;
  const facts = [
    countSessions(fresh),
    skipped > 0 && plural(skipped, { one: '# day without one', other: '# days without one' }),
    existing > 0 && plural(existing, { one: '# is there already', other: '# are there already' }),
    shifted > 0 && plural(shifted, { one: '# moved by a clock change', other: '# moved by a clock change' }),
  ];
  const stateOf = ({ state, isShifted }: PatternAnswer['days'][number]) => {
    if (state === 'skipped') return t`Skipped`;
    if (state === 'exists') return t`Already there`;
    return isShifted ? t`An hour later: clocks go forward` : null;
  };
  return (
    <>
      <Typography role="status" variant="subtitle1" component="p">
        {facts.filter((fact) => fact !== false).join(' · ')}
      </Typography>
      {clashes.length > 0 && (
        <Notice severity="warning">
          {t`Trainers who teach another batch at the same time:`}
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
            {clashes.map(({ trainer, batchName, startsAt }) => (
              <li key={`${trainer}${batchName}${startsAt}`}>{[trainer, batchName, formatMoment(startsAt)].join(' · ')}</li>
            ))}
          </Box>
        </Notice>
      )}
      {/* Reached by the keyboard, it scrolls by the arrow keys. */}
      <Box tabIndex={0} role="region" aria-label={t`Days`} sx={{ maxHeight: 320, overflowY: 'auto', border: 1, borderColor: 'divider', borderRadius: radius.control }}>
        <Entries label={t`Days`}>
          {days.map((each) => (
            <Line key={each.day} what={<Box component="span" sx={each.state === 'new' ? null : { color: 'text.secondary' }}>{`${formatNamedDay(each.day)}, ${hoursOf(each)}`}</Box>}>
              {stateOf(each)}
            </Line>
          ))}
        </Entries>
      </Box>
    </>
  );
}

interface WeeklyDialogProps {
  readonly batch: { readonly id: string; readonly startsOn: string | null; readonly endsOn: string | null };
  /** With the first day of the new ones. */
  readonly onPlanned: (day: string) => void;
  readonly onClose: () => void;
}

/** Sessions at the same hours of each week: first their days, then they are made. */
export function WeeklyDialog({ batch: { id, startsOn, endsOn }, onPlanned, onClose }: WeeklyDialogProps) {
  const form = useZodForm<WeeklyValues>(weeklySchema, { weekdays: [], fromDay: startsOn ?? '', untilDay: endsOn ?? '', starts: '', ends: '', topic: '', place: '', link: '', skipped: '' });
  const { control } = form;
  const [preview, setPreview] = useState<PatternAnswer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [plan, { isLoading }] = usePlanSessionPatternMutation();
  const toasts = useToasts();
  const submit = async (values: WeeklyValues) => {
    setFailure(null);
    const skipped = linesOf(values.skipped).map(readDay);
    const { data, error } = await plan({ patternRequest: { ...values, skipped, batchId: id, dryRun: preview === null } });
    if (data === undefined) {
      // The fields that it is about are those of the first step.
      setPreview(null);
      if (!showFieldErrors(form, error)) setFailure(messageOf(error, t`The sessions could not be planned.`));
    } else if (preview === null) setPreview(data);
    else {
      toasts.success(plural(data.created, { one: '# session planned', other: '# sessions planned' }));
      onPlanned(data.days.find(({ state }) => state === 'new')?.day ?? values.fromDay);
    }
  };
  const fresh = preview?.days.filter(({ state }) => state === 'new').length ?? 0;
  return (
    <FormDialog
      title={t`Weekly sessions`}
      submitLabel={preview === null ? t`See the Days` : plural(fresh, { one: 'Plan # Session', other: 'Plan # Sessions' })}
      busy={isLoading}
      hasSubmit={preview === null || fresh > 0}
      back={preview === null ? undefined : () => setPreview(null)}
      onSubmit={() => void form.handleSubmit(submit)()}
      onClose={onClose}
    >
      <FormError message={failure} />
      {preview === null ? (
        <>
          <Weekdays control={control} />
          <HoursFields control={control} />
          <Box sx={twoColumns}>
            <DateField control={control} name="fromDay" label={t`First day`} />
            <DateField control={control} name="untilDay" label={t`Last day`} />
          </Box>
          <LinesField control={control} name="skipped" label={t`Holidays (optional)`} hint={t`Days without a session, one a line or with commas, as ${{ pattern: fieldPattern() }}`} />
          <AboutFields control={control} />
        </>
      ) : (
        <>
          {fresh === 0 && <Note>{t`There is nothing to plan: go back and choose other days.`}</Note>}
          <Preview answer={preview} />
        </>
      )}
    </FormDialog>
  );
}
