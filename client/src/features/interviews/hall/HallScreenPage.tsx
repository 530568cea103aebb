import { plural, t } from '@lingui/core/macro';
import { Box, Typography } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';

import { isProblem } from '~/api/problem';
import { BRAND_NAME } from '~/lib/brand';
import { serverNow } from '~/lib/clock';
import { formatHour } from '~/lib/format';
import { readItem, writeItem } from '~/lib/storage';
import { joined } from '~/lib/texts';
import { useLinkToken } from '~/lib/useLinkToken';
import { radius } from '~/theme/tokens';
import { Logo } from '~/ui/Logo';
import { ThemeToggle } from '~/ui/ThemeToggle';

import { type HallScreen, interviewsApi } from '../api';

const EVERY = 3_000;
/** After so long without an answer what is shown may be old. */
const OLD_AFTER = 12_000;
const NEW_FOR = 30_000;
const KEPT = 'interviewScreen';

/** The token leaves the address, and outlives a reload of the tab. */
function useToken(): string {
  const given = useLinkToken();
  const token = given === '' ? (readItem('sessionStorage', KEPT) ?? '') : given;
  useEffect(() => {
    if (given !== '') writeItem('sessionStorage', KEPT, given);
  }, [given]);
  return token;
}

/** Asks every few seconds, one call after the other. */
function useScreen(token: string) {
  const [read] = interviewsApi.useReadHallScreenMutation();
  const [shown, setShown] = useState<{ readonly screen: HallScreen; readonly at: number } | null>(null);
  const [isGone, setIsGone] = useState(false);
  const [now, setNow] = useState(() => Date.now());
  const ask = useEffectEvent(async () => {
    const { data, error } = await read({ screenRequest: { token } });
    setNow(Date.now());
    if (data !== undefined) setShown({ screen: data, at: Date.now() });
    if (isProblem(error) && (error.status === 404 || error.status === 422)) setIsGone(true);
  });
  useEffect(() => {
    if (isGone || token === '') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const turn = async (): Promise<void> => {
      await ask();
      if (!isOver) timer = setTimeout(() => void turn(), EVERY);
    };
    void turn();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isGone, token]);
  return { screen: shown?.screen, isGone: isGone || token === '', isOld: shown !== null && now - shown.at > OLD_AFTER };
}

type Call = HallScreen['calls'][number];

function CallTile({ call: { panel, place, label, state, calledAt, isInRoom } }: { readonly call: Call }) {
  const isNew = label !== null && !isInRoom && calledAt !== null && serverNow() - Date.parse(calledAt) < NEW_FOR;
  const isCalled = label !== null && !isInRoom;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        alignContent: 'space-between',
        gap: 1,
        minWidth: 0,
        p: { xs: 1.5, md: 2.5 },
        border: 2,
        borderRadius: radius.panel,
        borderColor: isCalled ? 'primary.main' : 'divider',
        bgcolor: isCalled ? 'primary.main' : 'background.paper',
        color: isCalled ? 'primary.contrastText' : 'text.primary',
        ...(isNew && { animation: 'wm-called 1s 6 alternate', '@keyframes wm-called': { to: { opacity: 0.55 } }, '@media (prefers-reduced-motion: reduce)': { animation: 'none' } }),
      }}
    >
      <Typography component="p" sx={{ fontSize: 'clamp(1.25rem, 2.4vw, 2.5rem)', fontWeight: 600, lineHeight: 1.2, overflowWrap: 'anywhere' }}>
        {joined(' · ', [panel, place ?? false])}
      </Typography>
      <Typography component="p" sx={{ fontSize: 'clamp(2.75rem, 7vw, 7.5rem)', fontWeight: 700, lineHeight: 1.05, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
        {label ?? '–'}
      </Typography>
      <Typography component="p" sx={{ fontSize: 'clamp(1rem, 1.6vw, 1.75rem)' }}>
        {state === 'paused' ? t`Paused` : state === 'closed' ? t`Closed` : label === null ? t`Waiting` : isInRoom ? t`In the room` : t`Please come now`}
      </Typography>
    </Box>
  );
}

function Plain({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <Box component="main" sx={{ display: 'grid', placeItems: 'center', alignContent: 'center', gap: 2, minHeight: '100dvh', p: 3, textAlign: 'center' }}>
      <title>{`${title} · ${BRAND_NAME}`}</title>
      <Logo />
      <Typography variant="h2" component="h1">{title}</Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: 460 }}>{children}</Typography>
    </Box>
  );
}

/** For a screen in the hall: which panel calls which code. No login, and no names. */
export function HallScreenPage() {
  const { screen, isGone, isOld } = useScreen(useToken());
  if (isGone) return <Plain title={t`This link has ended`}>{t`It was ended by the people who plan the interviews, or its day is over.`}</Plain>;
  if (screen === undefined) return <Plain title={t`Interviews`}>{t`Loading…`}</Plain>;
  const waiting = screen.calls.filter(({ label, isInRoom }) => label !== null && !isInRoom);
  // Who is to come now stands first.
  const calls = [...waiting, ...screen.calls.filter((call) => !waiting.includes(call))];
  return (
    <Box component="main" sx={{ display: 'flex', flexDirection: 'column', gap: 2, minHeight: '100dvh', p: { xs: 1.5, md: 3 } }}>
      <title>{`${screen.name} · ${BRAND_NAME}`}</title>
      <Box component="header" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Typography component="h1" sx={{ fontSize: 'clamp(1.5rem, 3vw, 3rem)', fontWeight: 700, overflowWrap: 'anywhere' }}>{screen.name}</Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Typography component="p" sx={{ fontSize: 'clamp(1.25rem, 2.4vw, 2.5rem)', fontVariantNumeric: 'tabular-nums' }}>{formatHour(screen.serverTime)}</Typography>
          <ThemeToggle />
        </Box>
      </Box>
      <Typography role="status" component="p" sx={{ fontSize: 'clamp(1.125rem, 2vw, 2rem)', fontWeight: 600, color: 'error.main', '&:empty': { display: 'none' } }}>
        {isOld ? t`The connection is lost: this may be old. It goes on by itself.` : ''}
      </Typography>
      <p className="visually-hidden" role="status">
        {plural(waiting.length, { 0: 'No one is called now', one: '# person is called now', other: '# people are called now' })}
      </p>
      <Box component="ul" aria-label={t`Panels`} sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, max(280px, 24vw)), 1fr))', gridAutoRows: 'minmax(min-content, 1fr)', gap: { xs: 1.5, md: 2.5 }, flex: 1, m: 0, p: 0, listStyle: 'none' }}>
        {calls.map((call) => (
          <CallTile key={`${call.panel}${call.place ?? ''}`} call={call} />
        ))}
      </Box>
    </Box>
  );
}
