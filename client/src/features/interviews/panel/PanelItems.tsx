import { plural, t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { Link } from 'react-router';

import { messageOf } from '~/api/problem';
import { serverNow } from '~/lib/clock';
import { dayOfMoment, formatNamedDay } from '~/lib/format';
import { joined } from '~/lib/texts';
import { usePolledQuery } from '~/realtime/extra';
import { ErrorState } from '~/ui/ErrorState';
import { Entries, Entry, Panel, What } from '~/ui/Panel';
import { StateChip } from '~/ui/StateChip';
import { Caption, TextLink } from '~/ui/Text';

import { interviewsApi, type OwnPanel, panelPath, type QueuedPerson } from '../api';
import { PANEL_LOOKS, sayBehind } from '../words';

const POLL = 60_000;

interface Shown extends OwnPanel {
  readonly current?: QueuedPerson | null;
  readonly next?: readonly QueuedPerson[];
}

function sayNow({ current, next }: Shown): string | false {
  if (current) return current.state === 'in_room' ? t`In the room: ${{ label: current.label }} ${{ fullName: current.fullName }}` : t`Called: ${{ label: current.label }} ${{ fullName: current.fullName }}`;
  const [first] = next ?? [];
  return first !== undefined && t`Next: ${{ label: first.label }} ${{ fullName: first.fullName }}`;
}

/** "3 done · 5 wait · 10 minutes behind". */
export const sayProgress = ({ done, waiting, behindMinutes }: Pick<OwnPanel, 'done' | 'waiting' | 'behindMinutes'>) =>
  joined(' · ', [plural(done, { one: '# done', other: '# done' }), plural(waiting, { one: '# waits', other: '# wait' }), waiting > 0 && sayBehind(behindMinutes)]);

/** Panels of the reader: the one of today is one tap away. */
export function PanelItems({ panels, isAlways = true }: { readonly panels: readonly Shown[]; readonly isAlways?: boolean }) {
  if (panels.length === 0 && !isAlways) return null;
  const today = dayOfMoment(new Date(serverNow()));
  const now = panels.find(({ day, state, roundState }) => day === today && state !== 'closed' && roundState !== 'closed');
  return (
    <Panel title={t`Your panels`}>
      {now !== undefined && (
        <Box sx={{ px: { xs: 2, sm: 2.5 }, pt: 2 }}>
          <Button component={Link} to={panelPath(now.id)} variant="contained" size="large" sx={{ width: { xs: 1, sm: 'auto' }, minHeight: 48, overflowWrap: 'anywhere' }}>
            {t`Open ${{ panel: now.name }}`}
          </Button>
        </Box>
      )}
      <Entries label={t`Your panels`} nothing={t`You sit on no panel now. Those of the coming day and of the last week are shown here.`}>
        {panels.map((panel) => (
          <Entry key={panel.id}>
            <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
              <What>
                <TextLink to={panelPath(panel.id)}>{`${panel.name} · ${panel.roundName}`}</TextLink>
              </What>
              {panel.state !== 'open' && <StateChip {...PANEL_LOOKS[panel.state]} />}
            </Box>
            <Caption>{joined(' · ', [panel.day === today ? t`Today` : formatNamedDay(panel.day), `${panel.from} – ${panel.to}`, panel.place ?? false])}</Caption>
            <Caption>{joined(' · ', [sayNow(panel), sayProgress(panel)])}</Caption>
            {panel.missingScores > 0 && (
              <Caption sx={{ color: 'warning.main', fontWeight: 500 }}>{plural(panel.missingScores, { one: '# person is not scored by you yet', other: '# people are not scored by you yet' })}</Caption>
            )}
          </Entry>
        ))}
      </Entries>
    </Panel>
  );
}

export function OwnPanelsOf({ isAlways }: { readonly isAlways: boolean }) {
  const { data, error, refetch } = usePolledQuery(interviewsApi.useListOwnPanelsQuery, undefined, { intervalOf: () => POLL, refetchOnMountOrArgChange: true, refetchOnFocus: true });
  if (data !== undefined) return <PanelItems panels={data.data} isAlways={isAlways} />;
  return error !== undefined && isAlways ? <ErrorState message={messageOf(error, t`Your panels could not be loaded.`)} onRetry={() => void refetch()} /> : null;
}
