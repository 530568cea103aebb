import { ShellLayout } from '~/features/shell/ShellLayout';

/** The signed-in frame with what other features put into its top bar. */
export function DashboardFrame() {
  return <ShellLayout tray={null} />;
}
