import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

import { AlertIcon, ColumnsIcon, EditIcon, InfoIcon } from '~/ui/icons';

import { type ImportMode, type ImportSnapshot } from '../api';
import { Folds } from '../components/Folds';
import { Causes } from '../mending/Causes';
import { OtherValues } from '../mending/OtherValues';
import type { Cause } from '../mending/useCause';
import { useProblems } from '../mending/useProblems';
import { accountRows } from '../modes';
import { DateOrderNote } from './DateOrder';
import { columnsNote, PreviewNotes } from './PreviewNotes';

interface FileToolsProps {
  readonly snapshot: ImportSnapshot;
  readonly mode: ImportMode;
  readonly cause: Cause | null;
  readonly onCause: (cause: Cause | null) => void;
  readonly onChangeColumns: () => void;
}

const icon = { fontSize: 16, flexShrink: 0 } as const;

/** In one line above the rows: what is wrong in the file, how it was read, and its columns. */
export function FileTools({ snapshot, mode, cause, onCause, onChangeColumns }: FileToolsProps) {
  const { id, remarks, unknownHeaders } = snapshot;
  const { problems, values } = useProblems(id, {
    mode,
    known: accountRows(snapshot),
    cause,
    onGone: () => {
      onCause(null);
    },
  });
  const notes = [...remarks, ...(unknownHeaders.length > 0 ? [columnsNote(unknownHeaders) + unknownHeaders.join(', ')] : [])];
  const [first] = notes;
  const folds = [
    problems.length > 0 && {
      key: 'causes',
      icon: <AlertIcon sx={{ ...icon, color: 'error.main' }} />,
      label: `Why rows are refused (${problems.length})`,
      content: <Causes problems={problems} chosen={cause} onChoose={onCause} />,
    },
    values.length > 0 && {
      key: 'values',
      icon: <EditIcon sx={icon} />,
      label: `Values that we don’t know (${values.length})`,
      content: <OtherValues importId={id} values={values} />,
    },
    first !== undefined && {
      key: 'notes',
      icon: <InfoIcon sx={{ ...icon, color: 'info.main' }} />,
      label: first,
      count: notes.length > 1 ? `+ ${notes.length - 1} more` : '',
      content: (
        <Box sx={{ display: 'grid', gap: 1, px: { xs: 1, sm: 1.5 }, py: 1 }}>
          <DateOrderNote snapshot={snapshot} />
          <PreviewNotes snapshot={snapshot} />
        </Box>
      ),
    },
  ].filter((fold) => fold !== false);
  return (
    <Folds label="About this file" folds={folds}>
      <Button size="small" variant="outlined" startIcon={<ColumnsIcon sx={{ fontSize: 16 }} />} onClick={onChangeColumns} >
        Change columns
      </Button>
    </Folds>
  );
}
