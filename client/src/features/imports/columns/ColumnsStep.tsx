import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';

import { messageOf } from '~/api/problem';
import { ErrorState } from '~/ui/ErrorState';
import { WarningIcon } from '~/ui/icons';
import { Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';

import { FIELD_LABELS, type ImportSnapshot } from '../api';
import { ImportSkeleton } from '../components/ImportSkeleton';
import { BatchValue } from './BatchValue';
import { ColumnList } from './ColumnList';
import { CommonValues } from './CommonValues';
import { FileReading } from './FileReading';
import { useColumns } from './useColumns';

interface ColumnsStepProps {
  readonly snapshot: ImportSnapshot;
  readonly onCancel: () => void;
}

/** In sight while the columns are longer than the window. */
const foot = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  mx: { xs: -2, sm: -0.5 },
  px: { xs: 2, sm: 0.5 },
  py: { xs: 1.5, sm: 2 },
  bgcolor: 'background.default',
  boxShadow: { xs: '0 -1px 0 var(--wm-palette-divider)', sm: 'none' },
} as const;

const FOCUS_ABOVE_FOOT = { scrollMarginBottom: '140px' } as const;

/** Which column of the file is which field, where the file alone does not say it. */
export function ColumnsStep({ snapshot, onCancel }: ColumnsStepProps) {
  const { columns, draft, without, missing, loadError, retry, sending, problem, problems, onlyUpdates, hasSeparators, hasBatches, ...act } = useColumns(snapshot);
  if (loadError !== undefined) return <ErrorState message={messageOf(loadError, 'The columns could not be loaded.')} onRetry={retry} />;
  if (columns === undefined || draft === undefined) return <ImportSkeleton />;
  const open = [...missing.map((field) => FIELD_LABELS[field]), ...(hasSeparators ? [] : ['Separator'])];
  return (
    <Box sx={{ display: 'grid', gap: 2, '& :is(select, input)': FOCUS_ABOVE_FOOT }}>
      {snapshot.reason !== null && (
        <Alert severity="warning" icon={<WarningIcon fontSize="small" />}>
          {snapshot.reason}
          {snapshot.remarks.map((remark) => (
            <Box key={remark} component="p" sx={{ m: 0 }}>
              {remark}
            </Box>
          ))}
        </Alert>
      )}
      {without.length > 0 && (
        <Panel title="Not in the file">
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
      {!hasBatches && (
        <BatchValue
          value={draft.values.batch ?? ''}
          error={problems['values.batch']}
          onValue={(value) => {
            act.setValue('batch', value);
          }}
        />
      )}
      <Panel title="Columns">
        <ColumnList
          columns={columns}
          fields={draft.fields}
          splits={draft.splits}
          problems={problems}
          onField={act.setField}
          onSplit={act.split}
          onSplitAs={act.splitAs}
          onJoin={act.join}
        />
      </Panel>
      <FileReading columns={columns} problems={problems} disabled={sending} onRead={act.readAs} />
      <div role="alert">{problem !== undefined && <Alert severity="error">{problem}</Alert>}</div>
      <Box sx={foot}>
        <Typography variant="body2" sx={{ flex: { xs: '1 0 100%', sm: 1 }, color: 'text.secondary' }}>
          {open.length > 0 ? `Still to choose: ${open.join(', ')}.` : 'Nothing is created before you have seen a preview.'}
        </Typography>
        <Button variant="outlined" onClick={onCancel}>
          Cancel
        </Button>
        <ProgressButton busy={sending} disabled={open.length > 0} onClick={act.confirm}>
          Continue
        </ProgressButton>
      </Box>
    </Box>
  );
}
