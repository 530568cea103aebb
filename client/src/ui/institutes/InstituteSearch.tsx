import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { useState } from 'react';

import { serverApi } from '~/api/generated/serverApi';
import { messageOf } from '~/api/problem';
import { useSettled } from '~/lib/useSettled';
import { LabelledSearch } from '~/ui/Labelled';
import { Caption, TextLink } from '~/ui/Text';

const SHORTEST = 3;

/** Institutes that can be found by their names, each with the link to its page for applicants. */
export function InstituteSearch() {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const settled = useSettled(Array.from(name).length < SHORTEST ? '' : name);
  const { currentData, error } = serverApi.useFindCompaniesQuery({ name: settled }, { skip: settled === '' });
  const found = settled === name ? currentData?.institutes : undefined;

  return (
    <Box sx={{ width: '100%' }}>
      <LabelledSearch label={t`Name of your institute`} text={typed} onText={setTyped} initialFocus />
      {/* Rendered empty first, so that screen readers announce it. */}
      <Caption component="p" role="status" sx={{ mt: 1 }}>
        {note(name === '' ? undefined : found?.length, error)}
      </Caption>
      {found !== undefined && (
        <Box component="ul" aria-label={t`Institutes`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {found.map(({ slug, name: title, logo }) => (
            <Box component="li" key={slug} sx={{ borderTop: 1, borderColor: 'divider' }}>
              <TextLink to={`/apply/${slug}`} sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 48, py: 0.5 }}>
                {logo !== null && <Box component="img" src={logo} alt="" sx={{ height: 28, maxWidth: 80, objectFit: 'contain' }} />}
                <span>
                  <Box component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>{title}</Box>
                  <Caption>{slug}</Caption>
                </span>
              </TextLink>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}

function note(found: number | undefined, error: unknown): string {
  if (error !== undefined) return messageOf(error, t`The institutes could not be searched.`);
  if (found === undefined) return t`Type at least three letters.`;
  return found === 0 ? t`No institute is found by this name. Many are not listed: ask yours for its link.` : '';
}
