import { msg, t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';

import { formatDay } from '~/lib/format';
import { labelOf } from '~/lib/profiles';
import { translated } from '~/lib/sentences';
import { isOwnField } from '~/lib/ownNames';
import { radius } from '~/theme/tokens';
import { Email } from '~/ui/Email';
import { AlertIcon, WarningIcon } from '~/ui/icons';
import { Phone } from '~/ui/Phone';

import { type CellProblem, cellOf, type Field, type ImportRow } from '../api';
import type { ShownRow } from '../states';

/** A placeholder: the password does not exist before the invitation is sent, and an update keeps the account's. */
export function MaskedPassword({ row: { verdict } }: { readonly row: Pick<ShownRow, 'row' | 'verdict'> }) {
  const isKept = verdict === 'changed' || verdict === 'unchanged';
  return (
    <>
      <span aria-hidden style={{ letterSpacing: isKept ? undefined : '0.1em' }}>
        {isKept ? '—' : '••••••••'}
      </span>
      <span className="visually-hidden">{isKept ? t`stays as it is` : t`made later`}</span>
    </>
  );
}

function BeforeAfter({ before, children }: { readonly before: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <Box component="del" sx={{ display: 'block', color: 'text.secondary', textDecorationColor: 'currentColor', fontSize: '0.75rem', lineHeight: 1.4 }}>
        <span className="visually-hidden">{t`Before:`} </span>
        {before}
      </Box>
      <Box
        component="ins"
        sx={{ px: 0.5, ml: -0.5, boxDecorationBreak: 'clone', borderRadius: radius.mark, bgcolor: 'soft.success', color: 'text.primary', textDecoration: 'none' }}
      >
        <span className="visually-hidden">{t`After:`} </span>
        {children}
      </Box>
    </>
  );
}

interface Problem extends CellProblem {
  readonly severity: 'error' | 'warning';
}

const looks = {
  error: { color: 'error.main', Icon: AlertIcon, name: msg`Error` },
  warning: { color: 'warning.main', Icon: WarningIcon, name: msg`Warning` },
} as const;

/** The problems of one field, or with `row` of the row as a whole; errors first. */
export function problemsOf({ errors, warnings }: ImportRow, field: string): readonly Problem[] {
  const of = (problems: readonly CellProblem[], severity: Problem['severity']) =>
    problems.filter((problem) => problem.field === field).map((problem) => ({ ...problem, severity }));
  return [...of(errors, 'error'), ...of(warnings, 'warning')];
}

interface ProblemsProps {
  readonly id?: string;
  readonly problems: readonly Problem[];
}

export function Problems({ id, problems }: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Box id={id} component="span" sx={{ display: 'block' }}>
      {problems.map(({ message, severity }) => {
        const { color, Icon, name } = looks[severity];
        return (
          <Box key={message} component="span" sx={{ display: 'flex', gap: 0.5, mt: 0.25, fontSize: '0.8125rem', lineHeight: 1.35, color }}>
            <Icon titleAccess={t(name)} sx={{ fontSize: 14, mt: '2px', flexShrink: 0 }} />
            <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {translated(message)}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

/** A readable value: a constant as its label, a date as 06 Feb 2003, a phone in groups. */
function shown(field: Field, value: string): ReactNode {
  if (field === 'email') return <Email>{value}</Email>;
  if (field === 'phone') return <Phone>{value}</Phone>;
  return field === 'dateOfBirth' ? formatDay(value) : labelOf(field, value);
}

export const problemsIdOf = ({ row }: ImportRow, field: Field) => `row-${row}-${field}`;

export function FieldValue({ row, field, strong = false }: { readonly row: ImportRow; readonly field: Field; readonly strong?: boolean }) {
  const value = cellOf(row, field);
  const before = row.before[field];
  const severity = problemsOf(row, field)[0]?.severity;
  return (
    <Box
      component="span"
      aria-describedby={severity === undefined ? undefined : problemsIdOf(row, field)}
      sx={{
        display: 'inline-block',
        maxWidth: '100%',
        overflowWrap: field === 'email' ? 'break-word' : 'anywhere',
        ...(strong && { fontWeight: 500 }),
        // A long text is read, and edited, in the cell that it opens.
        ...(isOwnField(field) && { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: '3', overflow: 'hidden' }),
        ...(severity !== undefined && {
          px: 0.5,
          mx: -0.5,
          borderRadius: radius.mark,
          bgcolor: severity === 'error' ? 'soft.danger' : 'soft.warning',
        }),
      }}
    >
      {before !== undefined && <BeforeAfter before={shown(field, before)}>{shown(field, value)}</BeforeAfter>}
      {before === undefined && (value === '' ? <span aria-hidden>—</span> : shown(field, value))}
      {value === '' && <span className="visually-hidden">{t`empty`}</span>}
    </Box>
  );
}
