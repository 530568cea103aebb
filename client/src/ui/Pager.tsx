import { t } from '@lingui/core/macro';
import { Box, IconButton, InputBase, Typography } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';

import { formatCount } from '~/lib/format';
import { radius } from '~/theme/tokens';

import { ChevronLeftIcon, ChevronRightIcon } from './icons';
import { Note } from './Text';

interface PagerProps {
  readonly label: string;
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  /** False when there are more than `total`; then there is a next page while this one is `full`. */
  readonly exact?: boolean;
  readonly full?: boolean;
  readonly onPage: (page: number) => void;
}

export function lastPage(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

interface Counted {
  readonly total: number;
  /** False where `total` is only the least. */
  readonly totalIsExact?: boolean;
}

/** Replaces a page beyond the last one of a list by the last. */
export function usePageWithin(list: Counted | undefined, page: number, pageSize: number, correct: (page: number) => void): void {
  const last = list === undefined || list.totalIsExact === false ? null : lastPage(list.total, pageSize);
  useEffect(() => {
    if (last !== null && page > last) correct(last);
  });
}

/** With fewer pages Previous and Next are enough. */
const JUMPS_FROM = 4;

const field = {
  width: 56,
  mr: 0.5,
  border: 1,
  borderColor: 'surface.controlLine',
  borderRadius: radius.mark,
  fontSize: 'inherit',
  '& input': { height: 28, p: 0, textAlign: 'center', fontVariantNumeric: 'tabular-nums' },
} as const;

interface PageFieldProps {
  readonly label: string;
  readonly page: number;
  readonly last: number;
  readonly onPage: (page: number) => void;
}

/** The page as a field: another number leads there on Enter or when the field is left. */
function PageField({ label, page, last, onPage }: PageFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const go = () => {
    const wanted = Math.min(Number.parseInt(typed ?? '', 10), last);
    setTyped(null);
    if (wanted >= 1 && wanted !== page) onPage(wanted);
  };
  return (
    <InputBase
      value={typed ?? formatCount(page)}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value.replace(/\D/gu, '').slice(0, 7))}
      onBlur={go}
      onKeyDown={({ key }) => {
        if (key === 'Enter') go();
        if (key === 'Escape') setTyped(null);
      }}
      slotProps={{ input: { 'aria-label': t`${label}: page`, inputMode: 'numeric', enterKeyHint: 'go', autoComplete: 'off' } }}
      sx={field}
    />
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly size: number;
  readonly isEnd: boolean;
  readonly onStep: () => void;
  readonly children: ReactNode;
}

/** At an end it keeps the focus: it is dimmed, not disabled. */
export function StepButton({ label, size, isEnd, onStep, children }: StepButtonProps) {
  return (
    <IconButton
      aria-label={label}
      aria-disabled={isEnd}
      onClick={isEnd ? undefined : onStep}
      sx={{ width: size, height: size, ...(isEnd && { opacity: 0.38, cursor: 'default' }) }}
    >
      {children}
    </IconButton>
  );
}

/** The range on screen with Previous and Next. */
export function Pager({ label, page, pageSize, total, exact = true, full = true, onPage }: PagerProps) {
  const known = lastPage(total, pageSize);
  const beyond = full ? page + 1 : page;
  const last = exact ? known : Math.max(known, beyond);
  const more = exact ? '' : '+';
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const end = exact ? Math.min(page * pageSize, total) : page * pageSize;
  const range = t`${{ first: formatCount(first) }}–${{ end: formatCount(end) }} of ${{ total: formatCount(total) }}${more}`;
  return (
    <Box
      component="nav"
      aria-label={t`${label}: pages`}
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 0.5, fontVariantNumeric: 'tabular-nums' }}
    >
      <Note sx={{ mr: 1 }}>{range}</Note>
      <StepButton label={t`Previous page`} size={36} isEnd={page <= 1} onStep={() => onPage(page - 1)}>
        <ChevronLeftIcon fontSize="small" />
      </StepButton>
      <Typography component="div" variant="body2" aria-current="page" sx={{ minWidth: 72, textAlign: 'center', whiteSpace: 'nowrap' }}>
        {last < JUMPS_FROM ? formatCount(page) : <PageField label={label} page={page} last={last} onPage={onPage} />} / {formatCount(exact ? known : Math.max(known, page))}
        {more}
      </Typography>
      <StepButton label={t`Next page`} size={36} isEnd={page >= last} onStep={() => onPage(page + 1)}>
        <ChevronRightIcon fontSize="small" />
      </StepButton>
    </Box>
  );
}
