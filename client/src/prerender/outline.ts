// The script of the pages whose outline stands in the document, first in its body. The application does the rest.
import { readItem } from '~/lib/storage';
import { supportsPasskeys } from '~/lib/supportsPasskeys';

import { isDark, showTheme, storedChoice } from './theme';

showTheme(isDark(storedChoice()));
// It is another page for a signed-in user, who goes on to the dashboard, and for an applicant.
const signedIn = readItem('localStorage', 'refreshToken') !== null && readItem('localStorage', 'authToken') !== null;
document.documentElement.toggleAttribute('data-without-passkeys', !supportsPasskeys());
document.documentElement.toggleAttribute('data-without-outline', signedIn || window.location.search.includes('apply='));
