import { t } from '@lingui/core/macro';
import { Box, Paper, Skeleton, Typography } from '@mui/material';
import { Children, type ReactNode, type Ref, useId } from 'react';

import { messageOf } from '~/api/problem';

import { ErrorState } from './ErrorState';
import { Caption, Note } from './Text';

interface PanelProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** The head of a part: what it is at the left, what can be done at the right. */
export const panelBar = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1, borderBottom: 1, borderColor: 'divider' } as const;

export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id} sx={{ overflow: 'hidden' }}>
      <Box sx={{ ...panelBar, minHeight: 52, px: { xs: 2, sm: 2.5 }, py: 1 }}>
        <Typography id={id} variant="h6" component="h2">
          {title}
        </Typography>
        {aside}
      </Box>
      {children}
    </Paper>
  );
}

export const padding = { px: { xs: 2, sm: 2.5 }, py: 2 } as const;

interface QueryPanelProps<Data> extends Omit<PanelProps, 'children'> {
  readonly answer: { readonly data?: Data | undefined; readonly error?: unknown; readonly refetch: () => unknown };
  readonly failure: string;
  readonly lines: number;
  /** What is loading, where it is not the title. */
  readonly loading?: string;
  readonly children: (data: Data) => ReactNode;
}

/** A part of a page that loads by itself, with its own skeleton and error. What was loaded stays while it is fetched anew. */
export function QueryPanel<Data>({ answer, failure, lines, loading, children, ...panel }: QueryPanelProps<Data>) {
  const { data, error, refetch } = answer;
  return (
    <Panel {...panel}>
      {data !== undefined && children(data)}
      {data === undefined && error === undefined && (
        <Box role="status" aria-label={loading ?? t`Loading ${{ thing: panel.title.toLowerCase() }}`} sx={padding}>
          {Array.from({ length: lines }, (_, index) => (
            <Skeleton key={index} width={index % 2 === 0 ? '75%' : '50%'} height={24} />
          ))}
        </Box>
      )}
      {data === undefined && error !== undefined && <ErrorState inPanel message={messageOf(error, failure)} onRetry={() => void refetch()} />}
    </Panel>
  );
}

export function Nothing({ children }: { readonly children: string }) {
  return (
    <Note sx={{ ...padding, textWrap: 'pretty' }}>{children}</Note>
  );
}

interface EntriesProps {
  readonly label: string;
  /** Said where there are none. */
  readonly nothing?: string;
  /** Makes the list a place for the focus. */
  readonly ref?: Ref<HTMLUListElement>;
  readonly children: ReactNode;
}

export function Entries({ label, nothing, ref, children }: EntriesProps) {
  return (
    <>
      {nothing !== undefined && Children.toArray(children).length === 0 && <Nothing>{nothing}</Nothing>}
      <Box
        component="ul"
        ref={ref}
        tabIndex={ref === undefined ? undefined : -1}
        aria-label={label}
        sx={{ m: 0, p: 0, listStyle: 'none', '& > li': { ...padding, py: 1.5 }, '& > li + li': { borderTop: 1, borderColor: 'divider' }, '&:focus-visible': { boxShadow: 'none' } }}
      >
        {children}
      </Box>
    </>
  );
}

export function Entry({ children }: { readonly children: ReactNode }) {
  return (
    <Box component="li" sx={{ display: 'grid', gap: 0.25 }}>
      {children}
    </Box>
  );
}

/** What names an entry. */
export function What({ children }: { readonly children: ReactNode }) {
  return (
    // No paragraph: a link that is alone in it is a finger high (theme/components.ts).
    <Typography variant="body2" component="div" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  );
}

interface LineProps {
  readonly what: ReactNode;
  readonly reason?: string | null;
  readonly children: ReactNode;
}

/** An entry of plain text: what it is, more about it, and why. */
export function Line({ what, reason = null, children }: LineProps) {
  return (
    <Entry>
      <What>{what}</What>
      {children !== null && <Caption sx={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>{children}</Caption>}
      {reason !== null && <Caption sx={{ overflowWrap: 'anywhere' }}>{reason}</Caption>}
    </Entry>
  );
}

/** `isProse`: its lines are those that were typed. */
export function Fact({ term, isProse = false, children }: { readonly term: string; readonly isProse?: boolean; readonly children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Caption component="dt">{term}</Caption>
      <Typography component="dd" variant="body2" sx={{ m: 0, mt: 0.25, fontWeight: 500, overflowWrap: 'anywhere', ...(isProse && { whiteSpace: 'pre-line' }) }}>
        {children}
      </Typography>
    </Box>
  );
}
