import { useLogoutMutation } from '~/api/session/endpoints';
import { endSession } from '~/api/session/lifecycle';
import { storedAccessToken } from '~/api/session/storage';
import { useAppDispatch } from '~/lib/dispatch';
import { useToasts } from '~/ui/toasts/slice';

/** Ends the session on the server first: after a failed logout the user is still logged in and sees an error. */
export function useLogout() {
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const [tellServer, { isLoading }] = useLogoutMutation();

  const logout = async () => {
    const { error } = await tellServer();
    // A session that has already ended counts as logged out; the live connection may report it before the answer arrives.
    const over = storedAccessToken() === null || (error !== undefined && 'status' in error && error.status === 401);
    if (error !== undefined && !over) {
      toasts.error('Logout failed');
      return;
    }
    dispatch(endSession('logout'));
    toasts.success('Successfully logged out');
  };

  return { logout, leaving: isLoading };
}
