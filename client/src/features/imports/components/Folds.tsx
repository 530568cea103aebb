import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type ReactNode, useId, useState } from 'react';

import { radius } from '~/theme/tokens';
import { ChevronRightIcon } from '~/ui/icons';

interface Fold {
  readonly key: string;
  readonly icon: ReactNode;
  /** In one line; what does not fit is cut off, and can be read when it is open. */
  readonly label: string;
  /** What is still shown where the label is cut off. */
  readonly count?: string;
  readonly content: ReactNode;
}

interface FoldsProps {
  readonly label: string;
  readonly folds: readonly Fold[];
  /** At the end of the line. */
  readonly children?: ReactNode;
}

const button = {
  justifyContent: 'flex-start',
  gap: 0.75,
  minWidth: 0,
  maxWidth: '100%',
  minHeight: 32,
  px: 1,
  borderRadius: radius.control,
  fontSize: '0.8125rem',
  fontWeight: 500,
  textAlign: 'left',
  transition: 'background-color 120ms',
  '&:hover': { bgcolor: 'surface.sunken' },
  '&[aria-expanded=true]': { bgcolor: 'surface.sunken' },
} as const;

/** Parts of a page in one line; the one that is pressed opens below it. */
export function Folds({ label, folds, children }: FoldsProps) {
  const id = useId();
  const [open, setOpen] = useState<string | null>(null);
  const shown = folds.find(({ key }) => key === open);
  return (
    <>
      <Box
        role="group"
        aria-label={label}
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, px: { xs: 1, sm: 1.5 }, py: 0.75, borderBottom: 1, borderColor: 'divider' }}
      >
        {folds.map(({ key, icon, label: name, count }) => (
          <ButtonBase
            key={key}
            aria-expanded={key === shown?.key}
            aria-controls={key === shown?.key ? id : undefined}
            onClick={() => {
              setOpen(key === open ? null : key);
            }}
            sx={{ ...button, ...(count !== undefined && { flex: { xs: 'none', sm: '1 1 200px' } }) }}
          >
            {icon}
            <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              {name}
            </Box>{' '}
            {count !== undefined && count !== '' && <span style={{ flexShrink: 0 }}>{count}</span>}
            <ChevronRightIcon sx={{ fontSize: 16, flexShrink: 0, transform: key === shown?.key ? 'rotate(90deg)' : 'none', transition: 'transform 120ms' }} />
          </ButtonBase>
        ))}
        <Box sx={{ ml: { xs: 1, sm: 'auto' }, mr: { sm: 1 } }}>{children}</Box>
      </Box>
      {shown !== undefined && (
        <Box id={id} sx={{ borderBottom: 1, borderColor: 'divider' }}>
          {shown.content}
        </Box>
      )}
    </>
  );
}
