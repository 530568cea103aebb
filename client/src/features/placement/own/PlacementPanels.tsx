import { plural, t } from '@lingui/core/macro';
import { Box } from '@mui/material';

import type { Dashboard } from '~/api/generated/serverApi';
import { useHasProfile } from '~/api/session/slice';
import { formatCount, formatDay } from '~/lib/format';
import { openingPage, PLACEMENT, sayDaysLeft } from '~/lib/placement';
import { USER_MANAGERS } from '~/lib/profiles';
import { joined } from '~/lib/texts';
import { Figures } from '~/ui/Figures';
import { Entries, Entry, Panel, What } from '~/ui/Panel';
import { Caption, TextLink } from '~/ui/Text';

import { CallButton } from '../CallButton';
import { figureLink, figureTerms, type FigureName } from '../figureLinks';
import { sayAnswerBy, saySeats } from '../words';

type AnySection = Dashboard['sections'][number];
type Work = Extract<AnySection, { kind: 'placement' }>;
type Month = Extract<AnySection, { kind: 'placementFigures' }>;

const offersAt = (openingId: string, state: string) => `${openingPage(openingId)}?tab=offers&offer=${state}`;

/** Offers that run out next: one tap calls the person. */
function RunningOut({ work: { offers, waiting } }: { readonly work: Work }) {
  return (
    <Panel title={t`Offers that run out`} aside={waiting > 0 && <TextLink to={`${PLACEMENT}?tab=offers&offer=offered`} variant="body2">{plural(waiting, { one: '# offer waits', other: '# offers wait' })}</TextLink>}>
      <Entries label={t`Offers that run out`} nothing={t`No offer waits for an answer.`}>
        {offers.map(({ id, openingId, employerName, title, fullName, phone, answerBy }) => (
          <Entry key={id}>
            <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
              <Box sx={{ display: 'grid', gap: 0.25, minWidth: 0 }}>
                <What>
                  <TextLink to={offersAt(openingId, 'offered')}>{fullName}</TextLink>
                </What>
                <Caption>{joined(' · ', [title, employerName, sayAnswerBy({ answerBy })])}</Caption>
              </Box>
              <CallButton name={fullName} phone={phone} />
            </Box>
          </Entry>
        ))}
      </Entries>
    </Panel>
  );
}

function Closing({ work: { openings } }: { readonly work: Work }) {
  return (
    <Panel title={t`Openings by days left`} aside={<TextLink to={PLACEMENT} variant="body2">{t`All openings`}</TextLink>}>
      <Entries label={t`Openings by days left`} nothing={t`No opening is open.`}>
        {openings.map((opening) => (
          <Entry key={opening.id}>
            <What>
              <TextLink to={openingPage(opening.id)}>{opening.title}</TextLink>
            </What>
            <Caption>{joined(' · ', [opening.employerName, sayDaysLeft(opening.closesAt) ?? false, saySeats(opening), opening.waiting > 0 && plural(opening.waiting, { one: '# offer waits', other: '# offers wait' })])}</Caption>
          </Entry>
        ))}
      </Entries>
    </Panel>
  );
}

function Expected({ work: { joins, expected } }: { readonly work: Work }) {
  return (
    <Panel title={t`Joins expected`} aside={expected > 0 && <TextLink to={`${PLACEMENT}?tab=offers&offer=accepted`} variant="body2">{plural(expected, { one: '# person', other: '# people' })}</TextLink>}>
      <Entries label={t`Joins expected`} nothing={t`No one is to join within two weeks.`}>
        {joins.map(({ id, openingId, employerName, title, fullName, joinsOn }) => (
          <Entry key={id}>
            <What>
              <TextLink to={offersAt(openingId, 'accepted')}>{fullName}</TextLink>
            </What>
            <Caption>{joined(' · ', [t`Joins on ${{ day: formatDay(joinsOn) }}`, title, employerName])}</Caption>
          </Entry>
        ))}
      </Entries>
    </Panel>
  );
}

const NAMES = ['made', 'placed', 'reported', 'confirmed'] as const satisfies readonly FigureName[];

/** The figures of the month; each number opens its people. */
function OfMonth({ month }: { readonly month: Month }) {
  const terms = figureTerms();
  const { from, to, total, employers } = month;
  return (
    <Panel title={t`Placement this month`} aside={<TextLink to={`${PLACEMENT}?tab=figures`} variant="body2">{t`All figures`}</TextLink>}>
      <Figures figures={NAMES.map((name) => ({ term: terms[name], value: formatCount(total[name]), ...(total[name] > 0 && { to: figureLink(name, { from, to }) }) }))} />
      {employers.length > 0 && (
        <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
          <Entries label={t`By employer`}>
            {employers.map(({ id, name, ...counts }) => (
              <Entry key={id ?? name}>
                <What>{name}</What>
                <Caption>{NAMES.filter((each) => counts[each] > 0).map((each) => `${terms[each]}: ${formatCount(counts[each])}`).join(' · ')}</Caption>
              </Entry>
            ))}
          </Entries>
        </Box>
      )}
    </Panel>
  );
}

const columns = { display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }, gap: 3, alignItems: 'start' } as const;

/** What those who look after placement have to do, and what came of it this month. */
export function PlacementPanels({ work, figures }: { readonly work: Work | undefined; readonly figures: Month | undefined }) {
  const seesPeople = useHasProfile(USER_MANAGERS);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      {work !== undefined && (
        <Box sx={columns}>
          <RunningOut work={work} />
          <Closing work={work} />
          {(work.joins.length > 0 || !seesPeople) && <Expected work={work} />}
        </Box>
      )}
      {figures !== undefined && seesPeople && <OfMonth month={figures} />}
    </Box>
  );
}
