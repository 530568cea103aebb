import { msg, plural, t } from '@lingui/core/macro';

import { formatCount, formatHour } from '~/lib/format';
import { orNewer } from '~/lib/orNewer';
import { NEWER, texts } from '~/lib/texts';
import type { ChipLook } from '~/ui/StateChip';

import type { InterviewState, PanelState, RoundRecord, RoundState, PanelVerdict } from './api';

export const ROUND_LOOKS = orNewer<Readonly<Record<RoundState, ChipLook>>>(
  {
    draft: { tone: 'quiet', label: msg`Draft` },
    published: { tone: 'info', label: msg`Published` },
    running: { tone: 'success', label: msg`Running` },
    closed: { tone: 'quiet', label: msg`Closed` },
  },
  { tone: 'quiet', label: NEWER },
);

export const PANEL_LOOKS = orNewer<Readonly<Record<PanelState, ChipLook>>>(
  {
    open: { tone: 'success', label: msg({ message: 'Open', context: 'panel' }) },
    paused: { tone: 'warning', label: msg`Paused` },
    closed: { tone: 'quiet', label: msg`Closed` },
  },
  { tone: 'quiet', label: NEWER },
);

export const STATES = texts<InterviewState>({
  waiting: msg`Waiting`,
  confirmed: msg`Confirmed`,
  declined: msg`Declined`,
  called: msg({ message: 'Called', context: 'interview' }),
  in_room: msg`In the room`,
  done: msg({ message: 'Done', context: 'interview' }),
  absent: msg`Aside`,
  withdrawn: msg`Taken off`,
});

export const STATE_TONES = orNewer<Readonly<Record<InterviewState, 'success' | 'same' | 'none' | 'warning' | 'error'>>>(
  { waiting: 'none', confirmed: 'same', declined: 'error', called: 'warning', in_room: 'warning', done: 'success', absent: 'error', withdrawn: 'none' },
  'none',
);

export const VERDICTS = texts<PanelVerdict>({ yes: msg({ message: 'Yes', context: 'verdict' }), maybe: msg({ message: 'Maybe', context: 'verdict' }), no: msg({ message: 'No', context: 'verdict' }) });

/** Four steps without a middle. */
export const STEPS = [1, 2, 3, 4] as const;
export const STEP_WORDS = texts<`${(typeof STEPS)[number]}`>({ 1: msg`Poor`, 2: msg`Weak`, 3: msg`Good`, 4: msg`Strong` });

const HOUR = 60;
/** From here on minutes say too much. */
const LONG = 3 * HOUR;

export function sayBehind(minutes: number): string {
  if (minutes >= LONG) return plural(Math.floor(minutes / HOUR), { one: '# hour behind', other: '# hours behind' });
  return minutes <= 0 ? t`On time` : plural(minutes, { one: '# minute behind', other: '# minutes behind' });
}

export const sayTime = (planned: string | null) => (planned === null ? t`No time` : formatHour(planned));

/** "15 minutes each, 5 between". */
export function sayLength({ slotMinutes, breakMinutes }: Pick<RoundRecord, 'slotMinutes' | 'breakMinutes'>): string {
  const each = plural(slotMinutes, { one: '# minute each', other: '# minutes each' });
  return breakMinutes === 0 ? each : t`${each}, ${{ between: formatCount(breakMinutes) }} between`;
}

/** A mark or a mean: 3.25. */
export const sayMean = (mean: number | null | undefined) => (mean === null || mean === undefined ? '—' : formatCount(Math.round(mean * 100) / 100));

export const labelOfTicket = (code: string | null | undefined, ticket: number) => code ?? `#${ticket}`;
