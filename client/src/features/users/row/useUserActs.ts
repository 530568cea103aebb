import { messageOf } from '~/api/problem';
import { useToasts } from '~/ui/toasts/slice';

import { type UserRecord, useDeleteSingleUserMutation, useEditSingleUserMutation, useEndUserSessionsMutation, useInviteSingleUserMutation } from '../api';
import { UPDATE_FAILED } from './useRowEdit';

const DELETE_FAILED = 'Failed to delete user';

/** "Failed to delete user", with the server's reason if there is one. */
function failure(sentence: string, error: unknown): string {
  const reason = messageOf(error, '');
  return reason === '' ? sentence : `${sentence}. ${reason}`;
}

/** Actions on one user that need no form. Each shows a toast with its outcome; true on success. */
export function useUserActs() {
  const toasts = useToasts();
  const [edit, editing] = useEditSingleUserMutation();
  const [remove, removing] = useDeleteSingleUserMutation();
  const [invite, inviting] = useInviteSingleUserMutation();
  const [endSessions, ending] = useEndUserSessionsMutation();

  const setActive = async ({ id, fullName, version }: UserRecord, isActive: boolean) => {
    const { error } = await edit({ userId: id, editUserRequest: { isActive, version } });
    if (error === undefined) toasts.success(`${fullName} can ${isActive ? 'log in again' : 'no longer log in'}.`);
    else toasts.error(failure(UPDATE_FAILED, error));
    return error === undefined;
  };

  return {
    changing: editing.isLoading,
    deleting: removing.isLoading,
    signingOut: ending.isLoading,
    inviting: inviting.isLoading,
    deactivate: (user: UserRecord) => setActive(user, false),
    reactivate: (user: UserRecord) => setActive(user, true),
    remove: async ({ id }: UserRecord) => {
      const { error } = await remove({ userId: id });
      if (error === undefined) toasts.success('User deleted successfully');
      else toasts.error(failure(DELETE_FAILED, error));
      return error === undefined;
    },
    invite: async ({ id, fullName }: UserRecord) => {
      const { error } = await invite({ userId: id });
      if (error === undefined) toasts.success(`An invitation to ${fullName} is on its way`);
      else toasts.error(failure('The invitation could not be sent', error));
    },
    signOut: async ({ id, fullName }: UserRecord) => {
      const { error } = await endSessions({ userId: id });
      if (error === undefined) toasts.success(`${fullName} is logged out everywhere`);
      else toasts.error(failure('The user could not be logged out', error));
      return error === undefined;
    },
  };
}
