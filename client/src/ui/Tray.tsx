import { t } from '@lingui/core/macro';
import { Box, Button, ButtonBase, CircularProgress, LinearProgress, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';

import { radius } from '~/theme/tokens';

import { CheckCircleIcon, InfoIcon } from './icons';
import { Sheet } from './Sheet';
import { Caption } from './Text';
import { useAnchor } from './useAnchor';

interface Job {
  readonly id: string;
  readonly version: number;
}

interface TrayOptions<Each> {
  readonly all: readonly Each[] | undefined;
  readonly isOpen: (each: Each) => boolean;
  /** The one whose page is open: it counts as seen. */
  readonly onPage: string | undefined;
  /** The numbers of its page, which can be newer than those of its summary: both places show the newer ones. */
  readonly ofPage: Each | undefined;
}

/** The running ones, and those that have ended since this page was opened and have not been seen. */
export function useTrayJobs<Each extends Job>({ all: listed = [], isOpen, onPage, ofPage }: TrayOptions<Each>) {
  const all = listed.map((each) => (ofPage?.id === each.id && ofPage.version > each.version ? ofPage : each));
  const running = all.filter(isOpen);
  const [followed, setFollowed] = useState<readonly string[]>([]);
  const fresh = running.filter(({ id }) => !followed.includes(id)).map(({ id }) => id);
  const seen = followed.filter((id) => id === onPage && !running.some((each) => each.id === id));
  if (fresh.length > 0 || seen.length > 0) setFollowed([...followed, ...fresh].filter((id) => !seen.includes(id)));

  return {
    running,
    shown: all.filter((each) => isOpen(each) || (followed.includes(each.id) && each.id !== onPage)),
    forget: () => setFollowed(running.map(({ id }) => id)),
  };
}

interface TrayItemProps {
  readonly to: string;
  readonly title: string;
  readonly chip: ReactNode;
  /** 0 to 1; null once it has ended. */
  readonly share: number | null;
  readonly children: string;
  readonly onOpen?: (() => void) | undefined;
}

export function TrayItem({ to, title, chip, share, children, onOpen }: TrayItemProps) {
  return (
    <li>
      <ButtonBase
        component={Link}
        to={to}
        onClick={onOpen}
        sx={{ display: 'block', width: '100%', p: 1.25, borderRadius: radius.control, textAlign: 'left', '&:hover': { bgcolor: 'surface.sunken' } }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
          <Typography variant="body2" component="span" sx={{ flex: 1, fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {title}
          </Typography>
          {chip}
        </Box>
        {share !== null && <LinearProgress variant="determinate" value={share * 100} aria-label={t`Progress of ${title}`} />}
        <Caption component="span" sx={{ display: 'block', mt: 0.75, fontVariantNumeric: 'tabular-nums' }}>
          {children}
        </Caption>
      </ButtonBase>
    </li>
  );
}

/** On a phone the number or the icon alone is in sight. */
const outOfSightOnPhones = {
  position: { xs: 'absolute', sm: 'static' },
  clipPath: { xs: 'inset(50%)', sm: 'none' },
} as const;

interface TrayProps<Each> {
  readonly jobs: { readonly running: readonly Each[]; readonly shown: readonly Each[]; readonly forget: () => void };
  readonly labelOf: (shown: readonly Each[], running: readonly Each[]) => string;
  /** Names the list that it opens, such as "Running imports". */
  readonly listLabel: string;
  readonly percentOf: (each: Each) => number;
  /** A tick only where nothing but success has ended. */
  readonly isStopped: (each: Each) => boolean;
  readonly children: (each: Each, close: () => void) => ReactNode;
}

function TrayButton<Each>({ jobs: { running, shown, forget }, labelOf, listLabel, percentOf, isStopped, children }: TrayProps<Each>) {
  const id = useId();
  const { button, popup, close: hide } = useAnchor('dialog');
  const close = () => {
    hide();
    forget();
  };
  const stopped = shown.some(isStopped);
  const EndIcon = stopped ? InfoIcon : CheckCircleIcon;
  // The progress of the first that runs.
  const percent = running[0] === undefined ? null : percentOf(running[0]);
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        aria-controls={popup.open ? id : undefined}
        {...button}
        startIcon={
          percent === null ? (
            <EndIcon sx={{ fontSize: 16, color: stopped ? 'text.secondary' : 'success.main' }} />
          ) : (
            <CircularProgress variant="determinate" enableTrackSlot value={percent} size={16} thickness={6} aria-hidden />
          )
        }
        sx={{ flexShrink: 0, fontVariantNumeric: 'tabular-nums', px: 1.25 }}
      >
        <Box component="span" sx={{ mr: percent === null ? 0 : 0.75, ...(running.length < 2 && outOfSightOnPhones) }}>
          {labelOf(shown, running)}
        </Box>{' '}
        {percent !== null && (
          <Box component="span" sx={{ minWidth: '4ch', textAlign: 'right' }}>
            {percent}%
          </Box>
        )}
      </Button>
      <Sheet id={id} label={listLabel} width={360} {...popup} onClose={close}>
        <Box component="ul" sx={{ m: 0, p: 0.75, listStyle: 'none' }}>
          {shown.map((each) => children(each, close))}
        </Box>
      </Sheet>
    </>
  );
}

/** What runs, in the top bar: a button with its progress, and a list. What has ended counts as seen once the list is closed. */
export function Tray<Each>(props: TrayProps<Each>) {
  return props.jobs.shown.length === 0 ? null : <TrayButton {...props} />;
}
