import { ImportTray } from '~/features/imports/components/ImportTray';
import { ShellLayout } from '~/features/shell/ShellLayout';
import { useLiveSession } from '~/realtime/useLiveSession';

/** The signed-in frame, live, with what other features put into its top bar. */
export function DashboardFrame() {
  useLiveSession();
  return <ShellLayout tray={<ImportTray />} />;
}
