import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { ErrorState } from '~/ui/ErrorState';
import { Panel } from '~/ui/Panel';

import { type ConnectionsAnswer, useListSsoConnectionsQuery } from '../ssoApi';
import { CopyLine } from './CopyLine';
import { SsoConnection } from './SsoConnection';
import { SsoForm } from './SsoForm';

const NEW = 'new';

function Connections({ found, edited, setEdited }: { readonly found: ConnectionsAnswer; readonly edited: string | null; readonly setEdited: (id: string | null) => void }) {
  const { connections, profiles, redirectUri, postLogoutRedirectUri } = found;
  const close = () => {
    setEdited(null);
  };
  return (
    <>
      <Box sx={{ display: 'grid', gap: 1.5, p: { xs: 2, sm: 2.5 }, borderBottom: 1, borderColor: 'divider' }}>
        <Typography variant="body2">
          Let people log in with the account that they have at your company, at Google, Microsoft, Keycloak or any provider of OpenID Connect. Their password here keeps working.
        </Typography>
        <CopyLine label="Redirect URI, to be entered at the provider" text={redirectUri} />
        <CopyLine label="Post-logout redirect URI, where the provider has a logout page" text={postLogoutRedirectUri} />
      </Box>
      {connections.map((connection) =>
        edited === connection.id ? (
          <SsoForm key={connection.id} connection={connection} profiles={profiles} onDone={close} />
        ) : (
          <SsoConnection
            key={connection.id}
            connection={connection}
            onEdit={() => {
              setEdited(connection.id);
            }}
          />
        ),
      )}
      {edited === NEW && <SsoForm connection={null} profiles={profiles} onDone={close} />}
    </>
  );
}

/** The company's connections to identity providers; for Super Admins. */
export function SingleSignOn() {
  const { data: found, error, refetch } = useListSsoConnectionsQuery();
  const [edited, setEdited] = useState<string | null>(null);
  const add = (
    <Button
      variant="outlined"
      size="small"
      disabled={found === undefined || edited === NEW}
      onClick={() => {
        setEdited(NEW);
      }}
    >
      Add connection
    </Button>
  );
  return (
    <Panel title="Single sign-on" aside={add}>
      {found !== undefined && <Connections found={found} edited={edited} setEdited={setEdited} />}
      {found === undefined && error === undefined && (
        <Box role="status" aria-label="Loading the connections" sx={{ p: 2.5 }}>
          <Skeleton width="100%" height={56} />
        </Box>
      )}
      {found === undefined && error !== undefined && (
        <Box sx={{ p: 2 }}>
          <ErrorState message={messageOf(error, 'The connections could not be loaded.')} onRetry={() => void refetch()} />
        </Box>
      )}
    </Panel>
  );
}
