import { BulkDialog } from '~/features/bulk/dialog/BulkDialog';
import { RoundPage } from '~/features/interviews/pages/RoundPage';

export function Round() {
  return <RoundPage renderMove={(dialog) => <BulkDialog action="move-stage" {...dialog} />} />;
}
