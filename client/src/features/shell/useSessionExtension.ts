import { useEffect } from 'react';

import { isProblem } from '~/api/problem';
import { useExtendSessionMutation } from '~/api/session/endpoints';
import { storeAccessToken } from '~/api/session/lifecycle';
import { useAppDispatch } from '~/lib/dispatch';

/** Extends the session when the dashboard is opened; a failure is only logged. */
export function useSessionExtension(): void {
  const dispatch = useAppDispatch();
  const [extend] = useExtendSessionMutation();

  useEffect(() => {
    let here = true;
    void extend().then(({ data, error }) => {
      // A call that the end of the session has dropped has no problem.
      if (isProblem(error)) console.warn('The session could not be extended.', error);
      if (here && data !== undefined) dispatch(storeAccessToken(data.authToken));
    });
    return () => {
      here = false;
    };
  }, [dispatch, extend]);
}
