import { useSearchParams } from 'react-router';

import { COLUMN_FIELDS, type ProblemField } from '../api';

/** Why rows are refused: the field, and what is wrong with it. */
export interface Cause {
  readonly field: ProblemField;
  readonly message: string;
}

export const isSame = (one: Cause | null, { field, message }: Cause) => one?.field === field && one.message === message;

/** The cause whose rows are shown, kept in the URL. */
export function useCause() {
  const [params, setParams] = useSearchParams();
  const field = [...COLUMN_FIELDS, 'row' as const].find((each) => each === params.get('field'));
  const message = params.get('problem');
  const cause: Cause | null = field === undefined || message === null ? null : { field, message };
  return {
    cause,
    /** In place of any other filter; without a cause that of a count. */
    choose: (chosen: Cause | null, status: string | null = null) => {
      const next = new URLSearchParams(params);
      for (const name of ['status', 'page', 'field', 'problem']) next.delete(name);
      if (chosen !== null) {
        next.set('field', chosen.field);
        next.set('problem', chosen.message);
      }
      if (status !== null) next.set('status', status);
      setParams(next, { preventScrollReset: true });
    },
  };
}
