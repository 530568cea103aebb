import { BatchAnnouncements } from '~/features/announcements/write/BatchAnnouncements';
import { TrainingBatchPage } from '~/features/training/pages/TrainingBatchPage';

export function TrainingBatch() {
  return <TrainingBatchPage renderActions={(batch) => <BatchAnnouncements {...batch} />} />;
}
