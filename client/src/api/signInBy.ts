import { type IdentifierKind, serverApi } from './generated/serverApi';

const EMAIL_ALONE: readonly IdentifierKind[] = ['email'];

/** What names an account at a login: the email alone, unless the installation allows more. */
export function useSignInBy(): readonly IdentifierKind[] {
  return serverApi.useShowRobotCheckQuery().data?.signInBy ?? EMAIL_ALONE;
}

export const hasPeopleWithoutEmail = (kinds: readonly IdentifierKind[]) => kinds.some((kind) => kind !== 'email');
