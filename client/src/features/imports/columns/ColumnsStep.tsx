import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';

import { messageOf } from '~/api/problem';
import { ErrorState } from '~/ui/ErrorState';
import { WarningIcon } from '~/ui/icons';
import { Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';

import type { ImportSnapshot } from '../api';
import { ImportSkeleton } from '../components/ImportSkeleton';
import { ColumnList } from './ColumnList';
import { CommonValues } from './CommonValues';
import { FileReading } from './FileReading';
import { useColumns } from './useColumns';

interface ColumnsStepProps {
  readonly snapshot: ImportSnapshot;
  readonly onCancel: () => void;
}

/** Which column of the file is which field, where the file alone does not say it. */
export function ColumnsStep({ snapshot, onCancel }: ColumnsStepProps) {
  const { columns, draft, without, missing, loadError, retry, sending, problem, problems, onlyUpdates, ...act } = useColumns(snapshot);
  if (loadError !== undefined) return <ErrorState message={messageOf(loadError, 'The columns could not be loaded.')} onRetry={retry} />;
  if (columns === undefined || draft === undefined) return <ImportSkeleton />;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {snapshot.reason !== null && (
        <Alert severity="warning" icon={<WarningIcon fontSize="small" />}>
          {snapshot.reason}
        </Alert>
      )}
      <FileReading columns={columns} problems={problems} disabled={sending} onRead={act.readAs} />
      <Panel title="Columns">
        <ColumnList columns={columns.columns} fields={draft.fields} problems={problems} onField={act.setField} />
      </Panel>
      {without.length > 0 && (
        <Panel title="Without a column">
          <FormControlLabel
            sx={{ px: { xs: 2, sm: 2.5 }, pt: 1.5 }}
            control={
              <Checkbox
                checked={onlyUpdates}
                onChange={(_, checked) => {
                  act.setOnlyUpdates(checked);
                }}
              />
            }
            label="Only update people who have an account: fields without a column stay as they are"
          />
          {!onlyUpdates && <CommonValues fields={without} values={draft.values} problems={problems} onValue={act.setValue} />}
        </Panel>
      )}
      <div role="alert">{problem !== undefined && <Alert severity="error">{problem}</Alert>}</div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <ProgressButton busy={sending} disabled={missing.length > 0} onClick={act.confirm}>
          Continue
        </ProgressButton>
        <Button variant="outlined" onClick={onCancel}>
          Cancel
        </Button>
      </Box>
    </Box>
  );
}
