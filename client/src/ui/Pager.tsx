import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';

import { formatCount } from '~/lib/format';

import { ChevronLeftIcon, ChevronRightIcon } from './icons';

interface PagerProps {
  /** Names the list for screen readers, such as "Rows". */
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

/** The range on screen with Previous and Next. At an end a button keeps its focus: it is dimmed, not disabled. */
export function Pager({ label, page, pageSize, total, exact = true, full = true, onPage }: PagerProps) {
  const known = lastPage(total, pageSize);
  const beyond = full ? page + 1 : page;
  const last = exact ? known : Math.max(known, beyond);
  const more = exact ? '' : '+';
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const end = exact ? Math.min(page * pageSize, total) : page * pageSize;
  const range = `${formatCount(first)}–${formatCount(end)} of ${formatCount(total)}${more}`;
  const step = (name: string, to: number, icon: React.ReactNode) => {
    const ended = to < 1 || to > last;
    return (
      <IconButton
        aria-label={name}
        aria-disabled={ended}
        onClick={() => {
          if (!ended) onPage(to);
        }}
        sx={{ width: 36, height: 36, ...(ended && { opacity: 0.38, cursor: 'default' }) }}
      >
        {icon}
      </IconButton>
    );
  };
  return (
    <Box
      component="nav"
      aria-label={`${label}: pages`}
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 0.5, fontVariantNumeric: 'tabular-nums' }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary', mr: 1 }}>
        {range}
      </Typography>
      {step('Previous page', page - 1, <ChevronLeftIcon fontSize="small" />)}
      <Typography variant="body2" aria-current="page" sx={{ minWidth: 72, textAlign: 'center' }}>
        {formatCount(page)} / {formatCount(exact ? known : Math.max(known, page))}
        {more}
      </Typography>
      {step('Next page', page + 1, <ChevronRightIcon fontSize="small" />)}
    </Box>
  );
}
