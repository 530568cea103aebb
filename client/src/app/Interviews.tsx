import type { DashboardInterviews } from '~/features/dashboard/api';
import { RoundsToday } from '~/features/interviews/dashboard/RoundsToday';
import { PanelItems } from '~/features/interviews/panel/PanelItems';
import { ScoreOutbox } from '~/features/interviews/panel/ScoreOutbox';

export { ScoreOutbox };

/** What the dashboard shows of interviews to those who plan them or sit on panels. */
export function Interviews({ panels, rounds }: Pick<DashboardInterviews, 'panels' | 'rounds'>) {
  return (
    <>
      {panels !== undefined && <PanelItems panels={panels.items} />}
      {rounds !== undefined && rounds.items.length > 0 && <RoundsToday section={rounds} />}
    </>
  );
}
