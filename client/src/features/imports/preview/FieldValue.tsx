import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

import { readableDay } from '~/forms/dates';
import { labelOf } from '~/lib/people';
import { radius } from '~/theme/tokens';
import { Email } from '~/ui/Email';
import { AlertIcon, WarningIcon } from '~/ui/icons';

import type { CellProblem, Field, ImportRow } from '../api';

interface Problem extends CellProblem {
  readonly severity: 'error' | 'warning';
}

const looks = {
  error: { color: 'error.main', icon: <AlertIcon titleAccess="Error" sx={{ fontSize: 14, mt: '2px', flexShrink: 0 }} /> },
  warning: { color: 'warning.main', icon: <WarningIcon titleAccess="Warning" sx={{ fontSize: 14, mt: '2px', flexShrink: 0 }} /> },
} as const;

/** The problems of one field, or with `row` of the row as a whole; errors first. */
export function problemsOf({ errors, warnings }: ImportRow, field: Field | 'row'): readonly Problem[] {
  const of = (problems: readonly CellProblem[], severity: Problem['severity']) =>
    problems.filter((problem) => problem.field === field).map((problem) => ({ ...problem, severity }));
  return [...of(errors, 'error'), ...of(warnings, 'warning')];
}

/** The problems of a cell, in the cell: colour, icon and words. */
export function Problems({ id, problems }: { readonly id?: string; readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <Box id={id} component="span" sx={{ display: 'block' }}>
      {problems.map(({ message, severity }) => (
        <Box
          key={message}
          component="span"
          sx={{ display: 'flex', gap: 0.5, mt: 0.25, fontSize: '0.8125rem', lineHeight: 1.35, color: looks[severity].color }}
        >
          {looks[severity].icon}
          <span>{message}</span>
        </Box>
      ))}
    </Box>
  );
}

interface FieldValueProps {
  readonly row: ImportRow;
  readonly field: Field;
  /** Read before the value by screen readers, where no column names it. */
  readonly name?: string;
  readonly strong?: boolean;
}

/** A readable value: a constant as its label, a date as 06 Feb 2003. */
function shown(field: Field, value: string): ReactNode {
  if (field === 'email') return <Email>{value}</Email>;
  return field === 'dateOfBirth' ? readableDay(value) : labelOf(field, value);
}

/** One value of the file with its problems. */
export function FieldValue({ row, field, name, strong = false }: FieldValueProps): ReactNode {
  const problems = problemsOf(row, field);
  const value = row.values[field];
  const id = `row-${row.row}-${field}`;
  const severity = problems[0]?.severity;
  return (
    <Box component="span" sx={{ display: 'block', minWidth: 0, '& + &': { mt: 0.25 } }}>
      <Box
        component="span"
        aria-describedby={problems.length > 0 ? id : undefined}
        sx={{
          display: 'inline-block',
          maxWidth: '100%',
          overflowWrap: field === 'email' ? 'break-word' : 'anywhere',
          ...(strong && { fontWeight: 500 }),
          ...(severity !== undefined && {
            px: 0.5,
            mx: -0.5,
            borderRadius: radius.mark,
            bgcolor: severity === 'error' ? 'soft.danger' : 'soft.warning',
          }),
        }}
      >
        {name !== undefined && <span className="visually-hidden">{name}: </span>}
        {value === '' ? <span aria-hidden>—</span> : shown(field, value)}
        {value === '' && <span className="visually-hidden">empty</span>}
      </Box>
      <Problems id={id} problems={problems} />
    </Box>
  );
}
