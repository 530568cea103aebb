import { messageOf } from '~/api/problem';
import { PauseIcon, PlayIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { type ImportSnapshot, usePauseRunningImportMutation, useResumePausedImportMutation } from '../api';

const icon = { fontSize: 16 } as const;

/** Pauses a running import at its next chunk, and resumes a paused one. It keeps its place and the focus. */
export function PauseButton({ snapshot: { id, state } }: { readonly snapshot: ImportSnapshot }) {
  const toasts = useToasts();
  const [pause, pausing] = usePauseRunningImportMutation();
  const [resume, resuming] = useResumePausedImportMutation();
  const isPaused = state === 'paused';
  const act = async () => {
    const { error } = await (isPaused ? resume : pause)({ importId: id });
    if (error !== undefined) toasts.error(messageOf(error, isPaused ? 'The import could not be resumed.' : 'The import could not be paused.'));
  };
  return (
    <ProgressButton
      variant={isPaused ? 'contained' : 'outlined'}
      size="small"
      busy={pausing.isLoading || resuming.isLoading}
      startIcon={isPaused ? <PlayIcon sx={icon} /> : <PauseIcon sx={icon} />}
      onClick={() => void act()}
    >
      {isPaused ? 'Resume' : 'Pause'}
    </ProgressButton>
  );
}
