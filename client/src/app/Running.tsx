import { JobTray } from '~/features/bulk/overview/JobTray';
import { ImportTray } from '~/features/imports/overview/RunningImports';

export { RunningImports } from '~/features/imports/overview/RunningImports';

export function Trays() {
  return (
    <>
      <ImportTray />
      <JobTray />
    </>
  );
}
