import { Box } from '@mui/material';
import type { ComponentProps, ReactNode } from 'react';

import { Pager } from './Pager';
import { Entries, QueryPanel } from './Panel';

interface PagedPanelProps<Row> extends Pick<ComponentProps<typeof QueryPanel<{ readonly data: readonly Row[]; readonly total: number }>>, 'title' | 'failure' | 'answer'>, Pick<ComponentProps<typeof Pager>, 'page' | 'pageSize' | 'onPage'> {
  readonly nothing: string;
  readonly children: (row: Row) => ReactNode;
}

export function PagedPanel<Row>({ title, failure, nothing, answer, children, ...pager }: PagedPanelProps<Row>) {
  return (
    <QueryPanel title={title} answer={answer} failure={failure} lines={3}>
      {({ data, total }) => (
        <>
          <Entries label={title} nothing={nothing}>
            {data.map(children)}
          </Entries>
          {total > pager.pageSize && (
            <Box sx={{ px: 1, py: 1, borderTop: 1, borderColor: 'divider' }}>
              <Pager {...pager} label={title} total={total} />
            </Box>
          )}
        </>
      )}
    </QueryPanel>
  );
}
