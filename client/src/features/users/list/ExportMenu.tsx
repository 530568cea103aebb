import { msg, t } from '@lingui/core/macro';

import { type SavedFile, useSaveFileMutation } from '~/api/download';
import { ActsMenu } from '~/ui/ActsMenu';
import { DownloadIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';
import { useAct } from '~/ui/toasts/useAct';

import { USERS_PATH } from '../api';
import { type Column, exportedColumns } from '../columns/columns';
import { type Filters, queryOf } from '../filters/useUserFilters';
import type { Selection } from '../selection/SelectionBar';

interface ExportMenuProps {
  readonly filters: Filters;
  readonly columns: readonly Column[];
  /** The selected users; without them all who match. */
  readonly select?: Selection['select'];
}

const FORMATS = [
  { type: 'xlsx', shown: msg`Columns shown, as Excel`, all: msg`All columns, as Excel` },
  { type: 'csv', shown: msg`Columns shown, as CSV`, all: msg`All columns, as CSV` },
] as const;

/** Users as a file in the order of the list: what is on screen, or all that is known of them. */
export function ExportMenu({ filters, columns, select }: ExportMenuProps) {
  const { act, busy } = useAct(useSaveFileMutation(), t`The list could not be exported.`);
  const fileOf = (type: string, chosen: { readonly columns?: string }): SavedFile => ({
    url: `${USERS_PATH}/export.${type}`,
    name: `users.${type}`,
    ...(select !== undefined && 'ids' in select
      ? { body: { ids: select.ids, sort: filters.sort, ...chosen } }
      : { params: { ...queryOf(filters), ...chosen } }),
  });
  return (
    <ActsMenu
      label={t`Export`}
      acts={[
        ...FORMATS.map(({ type, shown }) => ({ label: t(shown), run: () => void act(fileOf(type, { columns: exportedColumns(columns) })) })),
        ...FORMATS.map(({ type, all }, index) => ({ label: t(all), begins: index === 0, run: () => void act(fileOf(type, {})) })),
      ]}
    >
      {(button) => (
        <ProgressButton variant="text" color="inherit" size="small" busy={busy} busyLabel={t`Exporting…`} startIcon={<DownloadIcon sx={{ fontSize: 18 }} />} {...button}>
          {t`Export`}
        </ProgressButton>
      )}
    </ActsMenu>
  );
}
