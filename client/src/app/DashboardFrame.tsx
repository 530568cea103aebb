import { JobTray } from '~/features/bulk/overview/JobTray';
import { ImportTray } from '~/features/imports/overview/ImportTray';
import { NotificationBell } from '~/features/notifications/components/NotificationBell';
import { ShellLayout } from '~/features/shell/ShellLayout';
import { useLiveSession } from '~/realtime/useLiveSession';

import { useAccessChanges } from './useAccessChanges';

/** The signed-in frame, live, with what other features put into its top bar. */
export function DashboardFrame() {
  useLiveSession();
  useAccessChanges();
  return (
    <ShellLayout
      tray={
        <>
          <ImportTray />
          <JobTray />
          <NotificationBell />
        </>
      }
    />
  );
}
