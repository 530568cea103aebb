import { useExportDataMutation } from '~/api/personalData';
import { messageOf } from '~/api/problem';
import { Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { Nothing } from './PersonPart';

/** A copy of all that is stored about a person, for those who may delete them. */
export function PersonData({ userId }: { readonly userId: string }) {
  const [exportData, { isLoading }] = useExportDataMutation();
  const toasts = useToasts();
  const save = async () => {
    const { error } = await exportData(userId);
    if (error !== undefined) toasts.error(messageOf(error, 'The data could not be exported.'));
  };
  return (
    <Panel
      title="Personal data"
      aside={
        <ProgressButton variant="outlined" size="small" busy={isLoading} busyLabel="Exporting…" onClick={() => void save()}>
          Export data
        </ProgressButton>
      }
    >
      <Nothing>A file with all that is stored about this person. Exporting it is recorded.</Nothing>
    </Panel>
  );
}
