import { t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { useState } from 'react';

import { useListTrainingPeopleQuery } from '~/api/batches';
import type { StageChoice, StagedCard } from '~/api/generated/serverApi';
import { messageOf } from '~/api/problem';
import { showValue } from '~/lib/ownFields';
import { joined } from '~/lib/texts';
import { useOwnFields } from '~/realtime/ownFields';
import { useMovePersonMutation } from '~/realtime/stages';
import { PagedPanel } from '~/ui/PagedPanel';
import { Line } from '~/ui/Panel';
import { StageMenu } from '~/ui/StageMenu';
import { useToasts } from '~/ui/toasts/slice';
import { useAsked } from '~/ui/useAsked';

const PAGE_SIZE = 20;
const FRESH = { refetchOnMountOrArgChange: true, refetchOnFocus: true } as const;

/** A person, the stage that was on screen, and the button that asks where to move them. */
interface Asked {
  readonly person: StagedCard;
  readonly stage: StageChoice;
  readonly button: HTMLElement;
}

/** The people of a batch. Where the caller may move them, each row says the stage and moves the person. */
export function BatchPeople({ batchId }: { readonly batchId: string }) {
  const [page, setPage] = useState(1);
  const answer = useListTrainingPeopleQuery({ batchId, page, pageSize: PAGE_SIZE }, FRESH);
  const stages = answer.data?.stages ?? [];
  const { seen: fields } = useOwnFields();
  const [move, { isLoading }] = useMovePersonMutation();
  const toasts = useToasts();
  const question = useAsked<Asked>();
  const choose = async ({ person: { id: userId, fullName }, stage }: Asked, stageId: string) => {
    const { data, error } = await move({ userId, moveStageRequest: { stageId, from: stage.id, reason: null } });
    if (data === undefined) toasts.error(messageOf(error, t`${fullName} could not be moved.`));
    else toasts.success(t`${fullName} is in the stage ${{ stage: data.entry.stageName }} now.`);
  };
  return (
    <>
      <PagedPanel title={t`People`} failure={t`The people could not be loaded.`} nothing={t`No one is in this batch.`} answer={answer} page={page} pageSize={PAGE_SIZE} onPage={setPage}>
        {(person) => {
          const { id, fullName, code, fields: values, stageId } = person;
          const stage = stages.find((each) => each.id === stageId);
          const own = fields.filter(({ key }) => values?.[key] !== undefined).map((field) => `${field.label}: ${showValue(field, values?.[field.key])}`);
          return (
            <Line
              key={id}
              what={
                stage === undefined ? (
                  fullName
                ) : (
                  <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
                    <span>{fullName}</span>
                    <Button
                      size="small"
                      variant="text"
                      aria-haspopup="menu"
                      aria-label={`${t`Move to…`}: ${fullName}`}
                      disabled={isLoading}
                      onClick={({ currentTarget }) => question.ask({ person, stage, button: currentTarget })}
                      sx={{ flexShrink: 0, my: -0.5, mr: -0.75, px: 0.75, minHeight: { xs: 44, sm: 28 } }}
                    >
                      {t`Move to…`}
                    </Button>
                  </Box>
                )
              }
            >
              {joined(' · ', [stage?.name ?? false, code ?? false, ...own]) || null}
            </Line>
          );
        }}
      </PagedPanel>
      <StageMenu question={question} label={t`Move ${{ fullName: question.asked?.person.fullName ?? '' }} to…`} stages={stages} onChoose={(asked, stageId) => void choose(asked, stageId)} />
    </>
  );
}
