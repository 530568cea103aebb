import { t } from '@lingui/core/macro';
import { Box, Link } from '@mui/material';

import { serverApi } from '~/api/generated/serverApi';
import { looksLikeEmail } from '~/lib/contacts';
import { useSettled } from '~/lib/useSettled';

interface SuggestionProps {
  /** Null where there is none. */
  readonly text: string | null;
  readonly onUse: () => void;
}

/** Below a field: what one press takes over. */
export function Suggestion({ text, onUse }: SuggestionProps) {
  // Rendered empty first, so that screen readers announce it.
  return (
    <Box component="span" role="status" sx={{ display: 'block' }}>
      {text !== null && (
        <Link component="button" type="button" variant="inherit" color="warning" onClick={onUse} sx={{ textAlign: 'left', overflowWrap: 'anywhere' }}>
          {text}
        </Link>
      )}
    </Box>
  );
}

interface DidYouMeanProps {
  /** The address that was probably meant; null where nothing looks misspelt. */
  readonly email: string | null;
  readonly onUse: (email: string) => void;
}

/** Below an email whose domain looks misspelt: the address that was probably meant. */
export function DidYouMean({ email, onUse }: DidYouMeanProps) {
  return <Suggestion text={email === null ? null : t`Did you mean ${email}?`} onUse={() => email !== null && onUse(email)} />;
}

interface MeantEmailProps {
  readonly typed: string;
  /** The saved email: it was checked when it was typed. */
  readonly before?: string;
  readonly onUse: (email: string) => void;
}

/** The same of what is typed: the server is asked once the typing has stopped. */
export function MeantEmail({ typed, before = '', onUse }: MeantEmailProps) {
  const email = typed.trim();
  const asked = useSettled(looksLikeEmail(email) && email !== before ? email : '');
  const { currentData: found } = serverApi.useCheckEmailQuery({ email: asked }, { skip: asked === '' });
  return <DidYouMean email={asked === email && found !== undefined ? found.didYouMean : null} onUse={onUse} />;
}
