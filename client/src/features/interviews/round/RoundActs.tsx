import { plural, t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { formatList, formatMoment } from '~/lib/format';
import { joined } from '~/lib/texts';
import { ActsMenu } from '~/ui/ActsMenu';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { ProgressButton } from '~/ui/ProgressButton';
import { Note, TextLink } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';
import { useToasts } from '~/ui/toasts/slice';

import { interviewsApi, PATH, type RoundDetail, type ScreenLink } from '../api';

export const SCREEN = '/interview-screen';

type Asked = 'publish' | 'close' | 'delete' | 'screen';

/** What publishing sends, to how many. */
function sayPublish({ candidates, placed, panelList }: RoundDetail): string {
  const panelists = new Set(panelList.flatMap((panel) => panel.panelists.map(({ id }) => id))).size;
  return joined(' ', [
    plural(candidates, { 0: 'There are no candidates yet.', one: '# candidate gets a mail and a message in the bell, and is asked to confirm.', other: '# candidates get a mail and a message in the bell, and are asked to confirm.' }),
    candidates > placed && plural(candidates - placed, { one: '# of them has no time, and is called by the next free panel.', other: '# of them have no time, and are called by the next free panel.' }),
    plural(panelists, { one: '# panelist is told.', other: '# panelists are told.' }),
    t`Day, hours and lengths stay as they are then.`,
  ]);
}

function ScreenDialog({ round, onClose }: { readonly round: RoundDetail; readonly onClose: () => void }) {
  const [link, setLink] = useState<ScreenLink | null>(null);
  const toasts = useToasts();
  const make = useAct(interviewsApi.useMakeHallScreenMutation(), t`The link could not be made.`);
  const revoke = useAct(interviewsApi.useRevokeHallScreenMutation(), t`The link could not be ended.`, t`The link has ended.`);
  const address = link === null ? null : `${window.location.origin}${SCREEN}#${link.token}`;
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      toasts.success(t`The link is copied.`);
    } catch {
      toasts.error(t`The link could not be copied: select it by hand.`);
    }
  };
  return (
    <ConfirmDialog
      open
      title={t`Screen in the hall`}
      confirmLabel={link === null ? (round.hasScreen ? t`Make Another Link` : t`Make Link`) : t`Copy Link`}
      dismissLabel={t`Close`}
      busy={make.busy}
      onConfirm={() => void (address === null ? make.act({ roundId: round.id }).then((made) => setLink(made ?? null)) : copy(address))}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <span>{t`A page for a large screen: which panel calls which code, without names. The link needs no login, and ends with the day.`}</span>
        {link === null && round.hasScreen && <span>{t`There is a link. It is not shown again; another one ends it.`}</span>}
        {link !== null && address !== null && (
          <>
            <Box component="span" sx={{ p: 1, bgcolor: 'surface.sunken', overflowWrap: 'anywhere', userSelect: 'all' }}>{address}</Box>
            <TextLink to={`${SCREEN}#${link.token}`} target="_blank">{t`Open it in a new tab`}</TextLink>
            <Note>{t`Until ${{ when: formatMoment(link.endsAt) }}. It is shown only now.`}</Note>
          </>
        )}
        {(round.hasScreen || link !== null) && (
          <ProgressButton variant="text" color="error" size="small" busy={revoke.busy} sx={{ justifySelf: 'start', ml: -1 }} onClick={() => void revoke.act({ roundId: round.id }).then(() => setLink(null))}>
            {t`End the Link`}
          </ProgressButton>
        )}
      </Box>
    </ConfirmDialog>
  );
}

/** What is done with a round as a whole. */
export function RoundActs({ round }: { readonly round: RoundDetail }) {
  const { id: roundId, name, version, state } = round;
  const [asked, setAsked] = useState<Asked | null>(null);
  const navigate = useNavigate();
  const publish = useAct(interviewsApi.usePublishRoundMutation(), t`The round could not be published.`, t`The round is published.`);
  const end = useAct(interviewsApi.useCloseRoundMutation(), t`The round could not be closed.`, t`The round is closed.`);
  const remove = useAct(interviewsApi.useDeleteRoundMutation(), t`The draft could not be deleted.`, t`The draft is deleted.`);
  const close = () => setAsked(null);
  const leave = async () => {
    if ((await remove.act({ roundId })) !== undefined) void navigate(PATH);
    close();
  };
  const waiting = round.candidates - round.done;
  const lone = round.panelList.filter((panel) => panel.panelists.length === 0);
  return (
    <>
      {state === 'draft' && (
        <Button variant="contained" disabled={round.panelList.length === 0} onClick={() => setAsked('publish')}>
          {t`Publish`}
        </Button>
      )}
      {(state === 'published' || state === 'running') && (
        <Button variant="outlined" onClick={() => setAsked('screen')}>
          {t`Screen in the Hall`}
        </Button>
      )}
      {state !== 'closed' && (
        <ActsMenu label={t`Actions on the round`} acts={[state === 'draft' ? { label: t`Delete Draft`, destructive: true, run: () => setAsked('delete') } : { label: t`Close Round`, destructive: true, run: () => setAsked('close') }]} />
      )}
      <ConfirmDialog open={asked === 'publish'} title={t`Publish ${name}?`} confirmLabel={plural(round.candidates, { 0: 'Publish', one: 'Publish and Tell # Candidate', other: 'Publish and Tell # Candidates' })} busy={publish.busy} disabled={lone.length > 0 || round.candidates === 0} onConfirm={() => void publish.act({ roundId, versionRequest: { version } }).then(close)} onClose={close}>
        {lone.length > 0 ? t`Choose first who sits on ${{ panels: formatList(lone.map((panel) => panel.name)) }}.` : sayPublish(round)}
      </ConfirmDialog>
      <ConfirmDialog open={asked === 'close'} title={t`Close ${name}?`} confirmLabel={t`Close Round`} destructive busy={end.busy} onConfirm={() => void end.act({ roundId, versionRequest: { version } }).then(close)} onClose={close}>
        {joined(' ', [waiting > 0 && plural(waiting, { one: '# candidate has not been interviewed, and is called no more.', other: '# candidates have not been interviewed, and are called no more.' }), t`Scores are open to their panels then. This cannot be undone.`])}
      </ConfirmDialog>
      <ConfirmDialog open={asked === 'delete'} title={t`Delete ${name}?`} confirmLabel={t`Delete Draft`} destructive busy={remove.busy} onConfirm={() => void leave()} onClose={close}>
        {t`Its panels and its list of candidates go with it. No one has been told of them.`}
      </ConfirmDialog>
      {asked === 'screen' && <ScreenDialog round={round} onClose={close} />}
    </>
  );
}
