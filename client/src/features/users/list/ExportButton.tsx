import { DownloadIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';

import { useExport } from './useExport';
import { type Filters, queryOf } from '../filters/useUserFilters';

/** The list as it is filtered and ordered, all of its pages, as a file. */
export function ExportButton({ filters }: { readonly filters: Filters }) {
  const { exportUsers, exporting } = useExport();
  return (
    <ProgressButton
      variant="text"
      color="inherit"
      size="small"
      busy={exporting}
      startIcon={<DownloadIcon sx={{ fontSize: 18 }} />}
      onClick={() => void exportUsers(queryOf(filters))}
    >
      Export CSV
    </ProgressButton>
  );
}
