import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { Link } from 'react-router';

import { Panel } from '~/ui/Panel';

import type { UserRecord } from '../api';
import { Nothing, padding } from './PersonPart';

const inBatch = (id: string) => `/dashboard/users?${new URLSearchParams({ tab: 'manage', batch: id }).toString()}`;

/** The batches of a person, each a link to its people. */
export function PersonBatches({ batches }: Pick<UserRecord, 'batches'>) {
  return (
    <Panel title="Batches">
      {batches.length === 0 ? (
        <Nothing>In no batch. Select people in Manage Users to put them into one.</Nothing>
      ) : (
        <Box component="ul" aria-label="Batches" sx={{ ...padding, m: 0, display: 'flex', flexWrap: 'wrap', gap: 1, listStyle: 'none' }}>
          {batches.map(({ id, name }) => (
            <li key={id}>
              <Chip clickable component={Link} to={inBatch(id)} label={name} variant="outlined" sx={{ maxWidth: '100%' }} />
            </li>
          ))}
        </Box>
      )}
    </Panel>
  );
}
