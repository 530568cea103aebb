import Button from '@mui/material/Button';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router';

import { useOnline } from '~/lib/useOnline';
import { Fallback } from '~/ui/Fallback';

function describe(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
}

/** The fallback of every route. Both ways out load the document, which only the network has. */
export function RouteError() {
  const error = useRouteError();
  const online = useOnline();
  return (
    <Fallback
      title="Unexpected Application Error!"
      actions={
        <>
          <Button
            variant="outlined"
            disabled={!online}
            onClick={() => {
              window.location.reload();
            }}
          >
            Reload the page
          </Button>
          <Button variant="contained" component={Link} to="/" reloadDocument={online}>
            Go to the start page
          </Button>
        </>
      }
    >
      {describe(error)}
    </Fallback>
  );
}
