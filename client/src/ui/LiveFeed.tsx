import { t } from '@lingui/core/macro';
import { Box, Typography } from '@mui/material';
import { useState } from 'react';

import { translated } from '~/lib/sentences';

import { AlertIcon, CheckCircleIcon, CheckIcon } from './icons';
import { Panel } from './Panel';
import { Caption } from './Text';

interface Reason {
  readonly reason: string;
  readonly count: number;
}

interface ReasonsProps {
  readonly title: string;
  readonly reasons: readonly Reason[];
  /** "1 person", "214 people". */
  readonly countOf: (count: number) => string;
}

/** Why something will not happen, and to how many; nothing where there are no reasons. */
export function Reasons({ title, reasons, countOf }: ReasonsProps) {
  if (reasons.length === 0) return null;
  return (
    <Box>
      <Typography variant="subtitle2" component="h3" sx={{ color: 'text.primary' }}>
        {title}
      </Typography>
      <Box
        component="ul"
        sx={{ m: 0, mt: 0.5, pl: 2.5, maxHeight: 168, overflowY: 'auto', typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
      >
        {reasons.map(({ reason, count }) => (
          <li key={reason}>
            {countOf(count)}: {translated(reason)}
          </li>
        ))}
      </Box>
    </Box>
  );
}

const SLOTS = 10;
const ellipsis = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
const marks = {
  success: { Icon: CheckCircleIcon, color: 'success.main' },
  neutral: { Icon: CheckIcon, color: 'text.secondary' },
  error: { Icon: AlertIcon, color: 'error.main' },
} as const;

export interface FeedItem {
  readonly tone: keyof typeof marks;
  readonly mark: string;
  /** Left out where there is no room. */
  readonly number?: string;
  readonly name: string;
  readonly outcome: string;
}

function Slot({ item, isNumbered }: { readonly item: FeedItem | undefined; readonly isNumbered: boolean }) {
  const mark = item && marks[item.tone];
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '20px minmax(0, 1fr) auto', sm: `20px ${isNumbered ? '84px ' : ''}minmax(0, 1fr) minmax(0, 1fr)` },
        alignItems: 'center',
        gap: 1.5,
        height: 36,
        px: { xs: 2, sm: 2.5 },
        fontSize: '0.8125rem',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {item !== undefined && mark !== undefined && (
        <>
          <mark.Icon titleAccess={item.mark} sx={{ fontSize: 16, color: mark.color }} />
          {isNumbered && (
            <Box component="span" sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'block' } }}>
              {item.number}
            </Box>
          )}
          <Box component="span" sx={ellipsis}>
            {item.name}
          </Box>
          <Box
            component="span"
            sx={{ ...ellipsis, maxWidth: { xs: '50vw', sm: 'none' }, color: item.tone === 'error' ? 'error.main' : 'text.secondary', textAlign: { xs: 'right', sm: 'left' } }}
          >
            {item.outcome}
          </Box>
        </>
      )}
    </Box>
  );
}

interface LiveFeedProps {
  readonly title: string;
  readonly items: readonly FeedItem[];
  readonly isNumbered?: boolean;
}

/**
 * The last of what is processed, newest first, in ten fixed places. It holds
 * still under a pointer, so that a line can be read.
 */
export function LiveFeed({ title, items, isNumbered = false }: LiveFeedProps) {
  const [held, setHeld] = useState<readonly FeedItem[] | null>(null);
  const shown = held ?? items;
  return (
    <Panel
      title={title}
      aside={
        <Caption>{held === null ? t`Newest first` : t`Held still while you point at it`}</Caption>
      }
    >
      <Box
        component="ol"
        aria-label={title}
        // Not on entering: a page that moves below a resting pointer enters it too.
        onPointerMove={(event: React.PointerEvent) => {
          if (event.pointerType === 'mouse' && held === null && items.length > 0) setHeld(items);
        }}
        onPointerLeave={() => setHeld(null)}
        sx={{ m: 0, py: 1, pl: 0, listStyle: 'none' }}
      >
        {Array.from({ length: SLOTS }, (_, index) => (
          <Slot key={index} item={shown[index]} isNumbered={isNumbered} />
        ))}
      </Box>
    </Panel>
  );
}
