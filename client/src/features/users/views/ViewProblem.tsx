import Alert from '@mui/material/Alert';

import type { ViewRecord } from '../api';

/** What is wrong with the view on screen, such as that its batch is gone. */
export function ViewProblem({ view }: { readonly view: ViewRecord | undefined }) {
  if (view === undefined || view.problem === null) return null;
  return (
    <Alert severity="warning" sx={{ mx: { xs: 2, sm: 2.5 }, my: 1.5 }}>
      {view.problem}
    </Alert>
  );
}
