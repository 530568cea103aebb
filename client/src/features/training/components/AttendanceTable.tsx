import { t } from '@lingui/core/macro';
import { Box, Button, TableContainer } from '@mui/material';
import { useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';

import { type AttendanceGrid, type GridPerson, type Mark, type TrainingSession, useReadAttendanceOfBatchQuery } from '~/api/training';
import { formatCount, formatShortDay, initials } from '~/lib/format';
import { hoursOf, sayNeeds, sessionPage, sayMark } from '~/lib/training';
import { EmptyState } from '~/ui/EmptyState';
import { CalendarIcon } from '~/ui/icons';
import { LabelledSelect } from '~/ui/Labelled';
import { padding, QueryPanel } from '~/ui/Panel';
import { Caption, Note, TextLink } from '~/ui/Text';
import { useIsMobile } from '~/ui/useIsMobile';

import { dayOfSession, sayWhen } from './SessionList';
import { percentOf, sayRule } from './words';

/** How many of the last sessions are shown. */
export const LAST = ['12', '30', '60', '120'] as const;
export type Last = (typeof LAST)[number];

const TONES = { present: 'success.main', late: 'warning.main', absent: 'error.main', excused: 'text.secondary' } as const;

const look = {
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: 1.25, py: 1, borderBottom: 1, borderColor: 'divider', textAlign: 'left', fontWeight: 400, whiteSpace: 'nowrap' },
  '& thead th': { color: 'text.secondary', fontSize: '0.75rem', bgcolor: 'surface.soft' },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
  // What a row is about stays in sight; the cells below it are not seen through it.
  '& .who': { position: 'sticky', left: 0, zIndex: 1, pl: { xs: 2, sm: 2.5 }, width: { xs: 152, sm: 220 }, minWidth: { xs: 152, sm: 220 }, whiteSpace: 'normal', overflowWrap: 'anywhere', borderRight: 1, borderColor: 'divider' },
  '& tbody .who': { bgcolor: 'background.paper', fontWeight: 500 },
  '& .needs': { minWidth: 132, whiteSpace: 'normal' },
  '& .mark': { px: 0.5, minWidth: 44, textAlign: 'center' },
  '& .mark:last-of-type': { pr: { xs: 2, sm: 2.5 } },
} as const;

/** A mark as the first letter of its word, which is read out whole. */
function MarkCell({ mark }: { readonly mark: Mark | null }) {
  const word = mark === null ? t`No mark` : sayMark(mark);
  return (
    <td className="mark" title={word}>
      <Box component="span" aria-hidden sx={{ fontWeight: 600, color: mark === null ? 'text.disabled' : TONES[mark] }}>
        {mark === null ? '–' : initials(word.split(' ')[0] ?? '')}
      </Box>
      <span className="visually-hidden">{word}</span>
    </td>
  );
}

function Head({ session }: { readonly session: TrainingSession }) {
  const { id, topic } = session;
  return (
    <th scope="col" className="mark">
      <TextLink to={sessionPage(id)} color="inherit" aria-label={[sayWhen(session), topic].filter(Boolean).join(', ')} title={[hoursOf(session), topic].filter(Boolean).join(', ')} sx={{ display: 'inline-block', lineHeight: '24px' }}>
        {formatShortDay(dayOfSession(session))}
      </TextLink>
    </th>
  );
}

interface AttendanceTableProps {
  readonly batchId: string;
  readonly last: Last;
  readonly onLast: (last: Last) => void;
  /** Where sessions are planned. */
  readonly sessionsAt: string;
}

/** The people of a batch by its last sessions, those at risk first. It scrolls within itself, and opens at the newest. */
export function AttendanceTable({ batchId, last, onLast, sessionsAt }: AttendanceTableProps) {
  const answer = useReadAttendanceOfBatchQuery({ batchId, sessions: Number(last) }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const isMobile = useIsMobile();
  const grid = useRef<HTMLDivElement>(null);
  const newest = answer.data?.sessions.at(-1)?.id;
  useLayoutEffect(() => {
    if (grid.current !== null) grid.current.scrollLeft = grid.current.scrollWidth;
  }, [newest, last]);
  const options = LAST.map((count) => [count, t`Last ${{ count: formatCount(Number(count)) }} sessions`] as const);
  const choose = <LabelledSelect label={t`Sessions shown`} size="small" value={last} options={options} onChoose={(value) => onLast(value === '' ? '12' : value)} />;
  return (
    <QueryPanel title={t`Attendance`} aside={(answer.data?.sessions.length ?? 0) > 0 && choose} answer={answer} failure={t`The attendance could not be loaded.`} lines={6}>
      {({ sessions, people, threshold, days }) =>
        sessions.length === 0 ? (
          <EmptyState title={t`No attendance yet`} icon={<CalendarIcon fontSize="small" />} action={<Button variant="outlined" component={Link} to={sessionsAt}>{t({ message: 'Sessions', context: 'training' })}</Button>}>
            {t`Once a session is marked, its people are listed here, those at risk first.`}
          </EmptyState>
        ) : (
          <>
            <Note sx={{ ...padding, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>{sayRule(threshold, days)}</Note>
            {/* Reached by the keyboard, it scrolls by the arrow keys. The words of the marks stay within it. */}
            <TableContainer ref={grid} tabIndex={0} role="region" aria-label={t`Attendance by session`} sx={{ position: 'relative' }}>
              <Box component="table" aria-label={t`Attendance`} sx={look}>
                <thead>
                  <tr>
                    <th scope="col" className="who">{t`Name`}</th>
                    {!isMobile && <th scope="col">%</th>}
                    {!isMobile && <th scope="col">{t`Still to attend`}</th>}
                    {sessions.map((session) => (
                      <Head key={session.id} session={session} />
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {people.map((person) => (
                    <Row key={person.person.id} person={person} sessions={sessions} threshold={threshold} isMobile={isMobile} />
                  ))}
                </tbody>
              </Box>
            </TableContainer>
          </>
        )
      }
    </QueryPanel>
  );
}

function Row({ person, sessions, threshold, isMobile }: Pick<AttendanceGrid, 'sessions' | 'threshold'> & { readonly person: GridPerson; readonly isMobile: boolean }) {
  const { fullName, code } = person.person;
  const isAtRisk = person.percent !== null && person.percent < threshold;
  const percent = <Box component="span" sx={{ fontWeight: 500, ...(isAtRisk && { color: 'error.main' }) }}>{percentOf(person)}</Box>;
  // Where there is no room for columns of it, a person's standing is below the name.
  return (
    <tr>
      <th scope="row" className="who">
        {fullName}
        {code !== null && (
          <Caption component="span" sx={{ display: 'block' }}>
            {code}
          </Caption>
        )}
        {isMobile && (
          <Caption component="span" sx={{ display: 'block' }}>
            {percent} · {sayNeeds(person, threshold)}
          </Caption>
        )}
      </th>
      {!isMobile && <td>{percent}</td>}
      {!isMobile && <td className="needs">{sayNeeds(person, threshold)}</td>}
      {sessions.map(({ id }, index) => (
        <MarkCell key={id} mark={person.marks[index] ?? null} />
      ))}
    </tr>
  );
}
