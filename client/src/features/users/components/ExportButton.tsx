import { messageOf } from '~/api/problem';
import { DownloadIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { useExportUsersMutation } from '../api';
import { type Filters, queryOf } from '../useUserFilters';

/** The list as it is filtered and ordered, all of its pages, as a file. */
export function ExportButton({ filters }: { readonly filters: Filters }) {
  const toasts = useToasts();
  const [save, { isLoading }] = useExportUsersMutation();
  const download = async () => {
    const { error } = await save(queryOf(filters));
    if (error !== undefined) toasts.error(messageOf(error, 'The list could not be exported.'));
  };
  return (
    <ProgressButton
      variant="text"
      color="inherit"
      size="small"
      busy={isLoading}
      startIcon={<DownloadIcon sx={{ fontSize: 18 }} />}
      onClick={() => void download()}
    >
      Export CSV
    </ProgressButton>
  );
}
