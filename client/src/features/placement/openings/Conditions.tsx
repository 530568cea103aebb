import { t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { useState } from 'react';

import { useGetBatchesQuery } from '~/api/batches';
import { serverApi } from '~/api/generated/serverApi';
import { isProblem, messageOf } from '~/api/problem';
import { useHasProfile } from '~/api/session/slice';
import { ConditionFilter } from '~/forms/conditions/ConditionFilter';
import { FormError } from '~/forms/Form';
import { Typed } from '~/forms/TextField';
import { describeTerm, readWhere, writeWhere } from '~/lib/conditions';
import { USER_MANAGERS } from '~/lib/profiles';
import { translated } from '~/lib/sentences';
import { useListFieldsQuery } from '~/realtime/ownFields';
import { useListStagesQuery } from '~/realtime/stages';
import { radius } from '~/theme/tokens';
import { FilterSelect } from '~/ui/FilterSelect';
import { FormDialog } from '~/ui/FormDialog';
import { CloseIcon } from '~/ui/icons';
import { padding, Panel } from '~/ui/Panel';
import { Note } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';

import { type ChangeOpeningRequest, type Opening, placementApi } from '../api';

const MOST_LISTED = 100;
const LONGEST_REASON = 500;

/** What of a saved view can be a condition, and what need not be said when it is left out. */
const TAKEN = ['where', 'batch', 'stage'] as const;
const KNOWN: ReadonlySet<string> = new Set([...TAKEN, 'sort', 'pageSize', 'profile', 'status']);
const SHOWN_FOR = 8_000;

type Change = Pick<ChangeOpeningRequest, 'where' | 'batchIds' | 'stageIds'>;

function ConditionChip({ label, onRemove }: { readonly label: string; readonly onRemove: (() => void) | null }) {
  const look = { minHeight: { xs: 44, sm: 28 }, maxWidth: '100%', px: 1.25, borderRadius: radius.round, whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'left' } as const;
  if (onRemove === null) {
    return (
      <Box component="span" sx={{ ...look, minHeight: 28, py: 0.5, border: 1, borderColor: 'divider', typography: 'body2' }}>
        {label}
      </Box>
    );
  }
  return (
    <Button size="small" variant="outlined" aria-label={t`Remove condition: ${label}`} endIcon={<CloseIcon sx={{ fontSize: '14px !important' }} />} onClick={onRemove} sx={look}>
      {label}
    </Button>
  );
}

/** Batches, stages and saved views, for those who may list them. */
function Places({ opening, onChange }: { readonly opening: Opening; readonly onChange: (change: Change) => void }) {
  const batches = useGetBatchesQuery({ archived: false, page: 1, pageSize: MOST_LISTED });
  const stages = useListStagesQuery();
  const views = serverApi.useListSavedViewsQuery();
  const usable = (views.data?.views ?? []).filter(({ query }) => TAKEN.some((name) => query[name] !== undefined));
  const toasts = useToasts();
  const takeView = (id: string) => {
    const query = usable.find((view) => view.id === id)?.query;
    if (query === undefined) return;
    const { where = '', batch, stage } = query as { readonly where?: string; readonly batch?: string; readonly stage?: string };
    onChange({ where, batchIds: batch === undefined ? [] : [batch], stageIds: stage === undefined ? [] : [stage] });
    if (Object.keys(query).some((name) => !KNOWN.has(name))) toasts.info(t`Of this view only the conditions, the batch and the stage were taken. Its other filters do not hold for an opening.`, SHOWN_FOR);
  };
  return (
    <>
      <FilterSelect label={t`Add a batch`} none={t`Add a batch…`} value="" options={(batches.data?.data ?? []).filter(({ id }) => !opening.batchIds.includes(id)).map(({ id, name }) => [id, name] as const)} onChoose={(id) => id !== null && onChange({ batchIds: [...opening.batchIds, id] })} />
      <FilterSelect label={t`Add a stage`} none={t`Add a stage…`} value="" options={(stages.data?.stages ?? []).filter(({ id }) => !opening.stageIds.includes(id)).map(({ id, name }) => [id, name] as const)} onChoose={(id) => id !== null && onChange({ stageIds: [...opening.stageIds, id] })} />
      {usable.length > 0 && <FilterSelect label={t`Take the conditions of a saved view`} none={t`From a saved view…`} value="" options={usable.map(({ id, name, scope }) => [id, scope === 'builtin' ? translated(name) : name] as const)} onChoose={(id) => id !== null && takeView(id)} />}
    </>
  );
}

function placeChips({ batchIds, stageIds, placeNames }: Opening) {
  const without = (ids: readonly string[], id: string) => ids.filter((each) => each !== id);
  return [
    ...batchIds.map((id) => ({ key: id, label: t`Batch: ${{ name: placeNames[id] ?? '…' }}`, change: { batchIds: without(batchIds, id) } })),
    ...stageIds.map((id) => ({ key: id, label: t`Stage: ${{ name: placeNames[id] ?? '…' }}`, change: { stageIds: without(stageIds, id) } })),
  ];
}

interface AskedReason {
  readonly change: Change;
  readonly refusal: string;
}

/** Conditions on gender, religion, category and disability need a reason of a Super Admin. */
function ReasonDialog({ asked: { refusal }, busy, onReason, onClose }: { readonly asked: AskedReason; readonly busy: boolean; readonly onReason: (reason: string) => void; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog title={t`Why is this condition needed?`} maxWidth="xs" asks hasFields submitLabel={t`Record and Save`} busy={busy} disabled={reason.trim() === ''} onSubmit={() => onReason(reason.trim())} onClose={onClose}>
      <Note>{refusal}</Note>
      <Typed label={t`Reason`} hint={t`It is recorded with your name.`} value={reason} input={{ maxLength: LONGEST_REASON }} onType={setReason} />
    </FormDialog>
  );
}

/** What people have to fulfil, chosen by the editor of the list's filters. Each change is saved at once. */
export function Conditions({ opening }: { readonly opening: Opening }) {
  const { id, where, version, mayManage } = opening;
  const { data } = useListFieldsQuery({});
  const mayList = useHasProfile(USER_MANAGERS);
  const isSuperAdmin = useHasProfile(['SUPER_ADMIN']);
  const [change, { isLoading, error }] = placementApi.useChangeOpeningMutation();
  const [asked, setAsked] = useState<AskedReason | null>(null);
  const places = placeChips(opening);
  const terms = readWhere(where === '' ? null : where);
  const refusalOf = (refused: unknown) => (isProblem(refused) ? refused.errors?.['where'] : undefined);
  const save = async (changed: Change, protectedReason?: string) => {
    const { error: refused } = await change({ openingId: id, changeOpeningRequest: { ...changed, version, ...(protectedReason !== undefined && { protectedReason }) } });
    const refusal = refusalOf(refused);
    setAsked(refusal !== undefined && isSuperAdmin && protectedReason === undefined ? { change: changed, refusal } : null);
  };
  const isEmpty = terms.length === 0 && places.length === 0;
  const shownError = error === undefined || asked !== null ? null : (refusalOf(error) ?? (isProblem(error) ? error.errors?.['batchIds'] : undefined) ?? messageOf(error, t`The conditions could not be saved.`));
  return (
    <Panel title={t`Conditions`}>
      <Box sx={{ ...padding, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }} aria-busy={isLoading}>
        <FormError message={shownError} />
        {isEmpty && <Note>{t`Every active trainee fits. Add conditions to leave those that the employer wants.`}</Note>}
        <Box role="group" aria-label={t`Conditions`} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, '&:empty': { display: 'none' } }}>
          {terms.map((term) => (
            <ConditionChip
              key={JSON.stringify(term)}
              label={describeTerm(term, data?.fields.find(({ key }) => key === term.field))}
              onRemove={mayManage ? () => void save({ where: writeWhere(terms.filter((each) => each !== term)) ?? '' }) : null}
            />
          ))}
          {places.map(({ key, label, change: without }) => (
            <ConditionChip key={key} label={label} onRemove={mayManage && mayList ? () => void save(without) : null} />
          ))}
        </Box>
        {mayManage && (
          <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 180px), 1fr))', gap: 1, alignItems: 'start', maxWidth: 760 }}>
            <ConditionFilter fields={data?.fields ?? []} where={where === '' ? null : where} onWhere={(next) => void save({ where: next ?? '' })} />
            {mayList && <Places opening={opening} onChange={(changed) => void save(changed)} />}
          </Box>
        )}
      </Box>
      {asked !== null && <ReasonDialog asked={asked} busy={isLoading} onReason={(reason) => void save(asked.change, reason)} onClose={() => setAsked(null)} />}
    </Panel>
  );
}
