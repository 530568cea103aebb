import { useState } from 'react';

import { endSession } from '~/api/session/lifecycle';
import { storedAccessToken } from '~/api/session/storage';
import { useAppDispatch } from '~/lib/dispatch';
import { leaveTo } from '~/lib/leaveTo';
import { useToasts } from '~/ui/toasts/slice';

import { tellLogout } from './tellLogout';

/**
 * Ends the session on the server first: after a failed logout the user is still logged in and sees an error. A session that
 * the company's provider has opened is then ended there too, where the provider asks for it.
 */
export function useLogout() {
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const [leaving, setLeaving] = useState(false);

  const logout = async () => {
    setLeaving(true);
    const { data, error } = await tellLogout(dispatch);
    setLeaving(false);
    // A session that has already ended counts as logged out; the live connection may report it before the answer arrives.
    const over = storedAccessToken() === null || error?.status === 401;
    if (error !== undefined && !over) {
      toasts.error('Logout failed');
      return;
    }
    dispatch(endSession('logout'));
    toasts.success('Successfully logged out');
    const provider = data?.providerLogoutUrl ?? null;
    if (provider !== null) leaveTo(provider);
  };

  return { logout, leaving };
}
