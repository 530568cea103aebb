import { t } from '@lingui/core/macro';
import { Box, ButtonBase, IconButton, Typography } from '@mui/material';
import { memo } from 'react';

import type { Mark, RosterPerson } from '~/api/training';
import { radius } from '~/theme/tokens';
import { ActsMenu } from '~/ui/ActsMenu';
import { CheckIcon, ClockIcon, CloseIcon, DashIcon, MoreIcon } from '~/ui/icons';
import { Caption } from '~/ui/Text';

import { MARKS, nextMark, wordOf } from './marks';

const LOOKS = {
  present: { Icon: CheckIcon, bgcolor: 'soft.success', color: 'success.main' },
  late: { Icon: ClockIcon, bgcolor: 'soft.warning', color: 'warning.main' },
  absent: { Icon: CloseIcon, bgcolor: 'soft.danger', color: 'error.main' },
  excused: { Icon: DashIcon, bgcolor: 'soft.info', color: 'info.main' },
} as const;

/** What a thumb hits. */
const TARGET = 44;

/** A mark as a sign and a word: the colour only helps. */
function MarkSign({ mark }: { readonly mark: Mark | null }) {
  const { Icon, ...tone } = mark === null ? { Icon: null, bgcolor: 'transparent', color: 'text.secondary' } : LOOKS[mark];
  return (
    <Box component="span" sx={{ ...tone, display: 'inline-flex', flexShrink: 0, alignItems: 'center', gap: 0.5, px: 1, py: 0.5, borderRadius: radius.round, fontSize: '0.875rem', fontWeight: 500, whiteSpace: 'nowrap' }}>
      {Icon !== null && <Icon sx={{ fontSize: 16 }} />}
      {wordOf(mark)}
    </Box>
  );
}

interface PersonRowProps {
  readonly person: RosterPerson;
  /** Without it the marks are only shown. */
  readonly onMark: ((person: RosterPerson, mark: Mark) => void) | undefined;
}

/** A person's mark: a tap on the row gives the next one, the menu any one. */
function Row({ person, onMark }: PersonRowProps) {
  const { fullName, code, mark } = person;
  const content = (
    <>
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="span" variant="body2" sx={{ display: 'block', fontWeight: 500, overflowWrap: 'anywhere' }}>
          {fullName}
        </Typography>
        {code !== null && (
          <Caption component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
            {code}
          </Caption>
        )}
      </Box>{' '}
      <MarkSign mark={mark} />
    </>
  );
  const row = { display: 'flex', flex: 1, alignItems: 'center', gap: 1, minWidth: 0, minHeight: 52, pl: { xs: 2, sm: 2.5 }, py: 0.75, textAlign: 'start' } as const;
  if (onMark === undefined) {
    return (
      <Box component="li" sx={{ ...row, pr: { xs: 2, sm: 2.5 } }}>
        {content}
      </Box>
    );
  }
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', pr: { xs: 0.5, sm: 1 } }}>
      <ButtonBase onClick={() => onMark(person, nextMark(mark))} sx={row}>
        {content}
      </ButtonBase>
      <ActsMenu
        label={t`Mark of ${fullName}`}
        minWidth={160}
        keepsPage
        acts={MARKS.map((each) => {
          const { Icon } = LOOKS[each];
          return { label: wordOf(each), icon: <Icon sx={{ fontSize: 18, mr: 1.5 }} />, run: () => onMark(person, each) };
        })}
      >
        {(button) => (
          <IconButton aria-label={t`Mark of ${fullName}`} {...button} sx={{ width: TARGET, height: TARGET }}>
            <MoreIcon fontSize="small" />
          </IconButton>
        )}
      </ActsMenu>
    </Box>
  );
}

/** Drawn again only for another mark or name: a tap draws one row of sixty. */
export const PersonRow = memo(Row, (a, b) => a.onMark === b.onMark && (['id', 'fullName', 'code', 'mark'] as const).every((key) => a.person[key] === b.person[key]));
