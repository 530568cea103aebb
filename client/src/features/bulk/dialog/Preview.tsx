import { Box, CircularProgress, Typography } from '@mui/material';

import type { BulkChoice } from '~/api/bulk';
import { countOf, formatCount } from '~/lib/format';
import { Reasons } from '~/ui/LiveFeed';

import type { BulkPreview } from '../api';
import { canBeUndone, CHOICES } from '../words';

const people = (count: number) => countOf(count, 'person', 'people');

/** "214 of 220 people will be deactivated." */
function sentenceOf(choice: BulkChoice, { total, allowed }: BulkPreview): string {
  const { becomes } = CHOICES[choice];
  if (allowed === 0) return total === 1 ? `This person will not be ${becomes}.` : `None of ${people(total)} will be ${becomes}.`;
  return `${allowed === total ? people(total) : `${formatCount(allowed)} of ${people(total)}`} will be ${becomes}.`;
}

interface PreviewProps {
  readonly choice: BulkChoice;
  /** How many are selected, as far as the table knows. */
  readonly selected: string;
  /** Undefined while it is counted. */
  readonly preview: BulkPreview | undefined;
}

/** What the job would do and to how many, what not and why. */
export function Preview({ choice, selected, preview }: PreviewProps) {
  const { means, unchanged } = CHOICES[choice];
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 24, fontVariantNumeric: 'tabular-nums' }}>
        {preview === undefined ? (
          <>
            <CircularProgress size={16} aria-hidden />
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              Checking {selected}…
            </Typography>
          </>
        ) : (
          <Typography sx={{ fontWeight: 600 }}>{sentenceOf(choice, preview)}</Typography>
        )}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
        {means} {canBeUndone(choice) ? 'You can undo it for 24 hours.' : 'This cannot be undone.'}
      </Typography>
      {preview !== undefined && preview.unchanged > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {people(preview.unchanged)} {preview.unchanged === 1 ? unchanged.replace(/^are/u, 'is').replace(/^have/u, 'has') : unchanged}.
        </Typography>
      )}
      {preview !== undefined && <Reasons title="Will stay as they are" reasons={preview.refused} countOf={people} />}
    </Box>
  );
}
