import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

import { messageOf } from '~/api/problem';
import { ErrorState } from '~/ui/ErrorState';
import { Panel } from '~/ui/Panel';

export const padding = { px: { xs: 2, sm: 2.5 }, py: 2 } as const;

interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly refetch: () => unknown;
}

interface PersonPartProps<Data> {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly answer: Answer<Data>;
  /** The error where the server gives no sentence. */
  readonly failure: string;
  /** How many lines its skeleton has. */
  readonly lines: number;
  readonly children: (data: Data) => ReactNode;
}

/** One part of what is known of a person, with its own skeleton and error. What was loaded stays while it is fetched anew. */
export function PersonPart<Data>({ title, aside, answer, failure, lines, children }: PersonPartProps<Data>) {
  const { data, error, refetch } = answer;
  return (
    <Panel title={title} aside={aside}>
      {data !== undefined && children(data)}
      {data === undefined && error === undefined && (
        <Box role="status" aria-label={`Loading ${title.toLowerCase()}`} sx={padding}>
          {Array.from({ length: lines }, (_, index) => (
            <Skeleton key={index} width={index % 2 === 0 ? '75%' : '50%'} height={24} />
          ))}
        </Box>
      )}
      {data === undefined && error !== undefined && (
        <Box sx={{ p: 2 }}>
          <ErrorState message={messageOf(error, failure)} onRetry={() => void refetch()} />
        </Box>
      )}
    </Panel>
  );
}

/** The sentence of a part that has nothing to show. */
export function Nothing({ children }: { readonly children: string }) {
  return (
    <Typography variant="body2" sx={{ ...padding, color: 'text.secondary', textWrap: 'pretty' }}>
      {children}
    </Typography>
  );
}

interface EntryProps {
  readonly children: ReactNode;
}

/** One of several entries of a part. */
export function Entry({ children }: EntryProps) {
  return (
    <Box component="li" sx={{ ...padding, py: 1.5, display: 'grid', gap: 0.25, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      {children}
    </Box>
  );
}

interface EntriesProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function Entries({ label, children }: EntriesProps) {
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {children}
    </Box>
  );
}
