import { useGetPersonQuery } from './personApi';
import { useFollowed } from './useFollowed';

/** One person as the server has it, followed while it is shown. */
export function usePerson(userId: string) {
  const answer = useGetPersonQuery({ userId }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  useFollowed(userId, answer.refetch);
  return { ...answer, data: answer.currentData };
}
