import { t } from '@lingui/core/macro';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { EmptyState } from '~/ui/EmptyState';
import { Panel } from '~/ui/Panel';
import { PagedList } from '~/ui/RowList';

import { interviewsApi, roundPath } from '../api';
import { RoundRows } from '../pages/RoundsPage';
import { RoundDialog } from './RoundDialog';

const PAGE_SIZE = 20;

interface RoundsOfOpeningProps {
  readonly openingId: string;
  /** Whether the reader may make one now. */
  readonly makes: boolean;
  readonly list: { readonly view: { readonly page: number }; readonly setPage: (page: number) => void; readonly correctPage: (page: number) => void };
}

/** The rounds in which the shortlist of an opening is interviewed. */
export function RoundsOfOpening({ openingId, makes, list }: RoundsOfOpeningProps) {
  const navigate = useNavigate();
  const [making, setMaking] = useState(false);
  const answer = interviewsApi.useListRoundsQuery({ page: list.view.page, pageSize: PAGE_SIZE, opening: openingId }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  return (
    <Panel
      title={t`Rounds`}
      aside={
        makes && (
          <Button size="small" variant="contained" onClick={() => setMaking(true)}>
            {t`New Round`}
          </Button>
        )
      }
    >
      <PagedList
        answer={answer}
        failure={t`The rounds could not be loaded.`}
        label={t`Rounds`}
        pageSize={PAGE_SIZE}
        list={list}
        rowHeight={52}
        skeletons={3}
        empty={<EmptyState title={t`No rounds yet`}>{t`A round is one day of interviews of the people on the shortlist.`}</EmptyState>}
      >
        {(rounds) => <RoundRows rounds={rounds} />}
      </PagedList>
      {making && <RoundDialog round={null} openingId={openingId} onSaved={({ id }) => void navigate(roundPath(id, 'candidates'))} onClose={() => setMaking(false)} />}
    </Panel>
  );
}
