import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';

import { serverNow } from '~/lib/clock';
import { InfoIcon } from '~/ui/icons';

import type { EarlierImport } from '../api';

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const daysOfYears = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/** "3 July", with the year where it is not this one. */
function dayOf(moment: string): string {
  const date = new Date(moment);
  return (date.getFullYear() === new Date(serverNow()).getFullYear() ? days : daysOfYears).format(date);
}

/** Links to the import that had the same content. */
export function SameFileNote({ sameAs }: { readonly sameAs: EarlierImport | null }) {
  if (sameAs === null) return null;
  const { id, createdAt, fileName, uploadedBy } = sameAs;
  return (
    <Alert severity="warning" role="note" icon={<InfoIcon fontSize="small" />} sx={{ mb: 2 }}>
      The same file was imported on {dayOf(createdAt)}
      {uploadedBy !== null && ` by ${uploadedBy.fullName}`}:{' '}
      <Link component={RouterLink} to={`/dashboard/users/imports/${id}`} sx={{ overflowWrap: 'anywhere' }}>
        {fileName}
      </Link>
    </Alert>
  );
}
