import { msg, t } from '@lingui/core/macro';
import { useState } from 'react';

import { type SavedFile, useSaveFileMutation } from '~/api/download';
import { datedName, formatList } from '~/lib/format';
import { useListFieldsQuery } from '~/realtime/ownFields';
import { ActsMenu } from '~/ui/ActsMenu';
import { CheckLine } from '~/ui/CheckLine';
import { FormDialog } from '~/ui/FormDialog';
import { DownloadIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';
import { Note } from '~/ui/Text';
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
  { type: 'xlsx', shown: msg`Columns shown, as Excel`, all: msg`All columns, as Excel`, hint: null },
  { type: 'csv', shown: msg`Columns shown, as CSV`, all: msg`All columns, as CSV`, hint: msg`Phones have an apostrophe (') in front, so that no spreadsheet changes them. Excel files need none.` },
] as const;

interface Chosen {
  readonly columns?: string;
  readonly sensitive?: true;
}

/** People as a file in the order of the list: what is on screen, or all that is known of them. */
export function ExportMenu({ filters, columns, select }: ExportMenuProps) {
  const { act, busy } = useAct(useSaveFileMutation(), t`The list could not be exported.`);
  const { data } = useListFieldsQuery({});
  const sensitive = (data?.fields ?? []).filter((field) => field.sensitive && field.archivedAt === null);
  // The file that is asked about: with what is sensitive, or without it.
  const [asked, setAsked] = useState<{ readonly type: string; readonly chosen: Chosen } | null>(null);
  const [withSensitive, setWithSensitive] = useState(false);
  const fileOf = (type: string, chosen: Chosen): SavedFile => ({
    url: `${USERS_PATH}/export.${type}`,
    name: datedName('people', type),
    ...(select !== undefined && 'ids' in select
      ? { body: { ids: select.ids, sort: filters.sort, ...chosen } }
      : { params: { ...queryOf(filters), ...chosen } }),
  });
  const run = (type: string, chosen: Chosen) => () => {
    setWithSensitive(false);
    if (sensitive.length > 0) setAsked({ type, chosen });
    else void act(fileOf(type, chosen));
  };
  const submit = () => {
    if (asked !== null) void act(fileOf(asked.type, { ...asked.chosen, ...(withSensitive && { sensitive: true }) }));
    setAsked(null);
  };
  return (
    <>
      <ActsMenu
        label={t`Export`}
        acts={FORMATS.flatMap(({ type, shown, all, hint }, index) => [
          { label: t(shown), begins: index > 0, run: run(type, { columns: exportedColumns(columns) }) },
          { label: t(all), ...(hint && { hint: t(hint) }), run: run(type, {}) },
        ])}
      >
        {(button) => (
          <ProgressButton variant="text" color="inherit" size="small" busy={busy} busyLabel={t`Exporting…`} startIcon={<DownloadIcon sx={{ fontSize: 18 }} />} {...button}>
            {t`Export`}
          </ProgressButton>
        )}
      </ActsMenu>
      {asked !== null && (
        <FormDialog title={t`Export people`} maxWidth="xs" submitLabel={t`Export`} onSubmit={submit} onClose={() => setAsked(null)}>
          <CheckLine label={t`With sensitive details: ${{ fields: formatList(sensitive.map(({ label }) => label)) }}`} checked={withSensitive} onCheck={setWithSensitive} />
          <Note>{t`The activity shows who has exported them.`}</Note>
        </FormDialog>
      )}
    </>
  );
}
