import { plural, t } from '@lingui/core/macro';
import { Box, Button, CircularProgress, Typography } from '@mui/material';
import { skipToken } from '@reduxjs/toolkit/query';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';

import { useCreateSingleBatchMutation, useGetBatchesQuery } from '~/api/batches';
import type { BulkChange, BulkDialogProps } from '~/api/bulk';
import { BULK_TEXTS, type BulkText, labelOfField } from '~/api/fields';
import { type FieldRecord, serverApi } from '~/api/generated/serverApi';
import { isProblem, messageOf } from '~/api/problem';
import { useGetOwnProfileQuery } from '~/api/profile';
import { useClaims } from '~/api/session/slice';
import { useSendOnce } from '~/api/useSendOnce';
import { Choice } from '~/forms/SelectField';
import { FormError } from '~/forms/Form';
import { OwnInput } from '~/forms/OwnFields';
import { Typed } from '~/forms/TextField';
import { useTypedNumber } from '~/forms/useTypedNumber';
import { countPeople, formatCount } from '~/lib/format';
import { givenOf } from '~/lib/ownFields';
import { type Profile, PROFILE_LABELS, PROFILES, type Role, ROLE_LABELS, ROLES_OF_PROFILE } from '~/lib/profiles';
import { optionsOf } from '~/lib/texts';
import { useSettled } from '~/lib/useSettled';
import { useOwnFields } from '~/realtime/ownFields';
import { radius } from '~/theme/tokens';
import { CheckLine } from '~/ui/CheckLine';
import { ErrorState } from '~/ui/ErrorState';
import { FormDialog } from '~/ui/FormDialog';
import { AddIcon } from '~/ui/icons';
import { Reasons } from '~/ui/LiveFeed';
import { ProgressButton } from '~/ui/ProgressButton';
import { Caption, Note } from '~/ui/Text';

import { type BulkPreview, type BulkRequest, ownApi } from '../api';
import { canBeUndone, CHOICES, isDestructive } from '../words';

const SHOWN = 8;

interface BatchFieldProps {
  readonly value: string | null;
  readonly mayCreate: boolean;
  readonly onChange: (batchId: string | null) => void;
}

const line = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  minHeight: 40,
  px: 1.5,
  py: 0.75,
  cursor: 'pointer',
  '& + &': { borderTop: 1, borderColor: 'divider' },
  '&:hover': { bgcolor: 'surface.soft' },
  '&:has(:checked)': { bgcolor: 'soft.accent' },
  '&:has(:focus-visible)': { outline: 2, outlineStyle: 'solid', outlineColor: 'primary.main', outlineOffset: -2 },
  '& input': { flexShrink: 0, width: 16, height: 16, m: 0, accentColor: 'var(--wm-palette-primary-main)' },
  '& input:focus-visible': { boxShadow: 'none' },
} as const;

function BatchField({ value, mayCreate, onChange }: BatchFieldProps) {
  const radioName = useId();
  const [text, setText] = useState('');
  const search = useSettled(text.trim(), 250);
  const { data, error, refetch } = useGetBatchesQuery({ page: 1, pageSize: SHOWN, search, archived: false });
  const [create, creating] = useCreateSingleBatchMutation();
  const batches = data?.data ?? [];
  const exists = batches.some(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
  const offersNew = mayCreate && text.trim() !== '' && search === text.trim() && data !== undefined && !exists;
  const createNew = async () => {
    const answer = await create({ createBatchRequest: { name: text.trim() } });
    if (answer.data !== undefined) onChange(answer.data.id);
  };
  const problem = isProblem(creating.error) ? (creating.error.errors?.['name'] ?? creating.error.message) : undefined;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typed
        label={t`Batch`}
        error={problem}
        // A dialog takes the focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        hint={mayCreate ? t`Search, or type the name of a new batch.` : t`Search by name, code or location.`}
        type="search"
        value={text}
        placeholder={t`Search batches`}
        input={{ maxLength: 100, enterKeyHint: 'search' }}
        onType={(typed) => {
          setText(typed);
          creating.reset();
          // What is chosen is always in sight.
          onChange(null);
        }}
        onKeyDown={(event) => {
          // Enter searches; it does not start the job.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {offersNew && (
        <ProgressButton
          variant="outlined"
          size="small"
          busy={creating.isLoading}
          startIcon={<AddIcon sx={{ fontSize: 18 }} />}
          onClick={() => void createNew()}
          sx={{ justifySelf: 'start', maxWidth: '100%', overflowWrap: 'anywhere' }}
        >
          {t`New batch “${{ name: text.trim() }}”`}
        </ProgressButton>
      )}
      {error !== undefined && data === undefined && (
        <Typography variant="body2" color="error" role="alert">
          {messageOf(error, t`The batches could not be loaded.`)}{' '}
          <Button size="small" variant="text" onClick={() => void refetch()}>
            {t`Try again`}
          </Button>
        </Typography>
      )}
      {batches.length > 0 && (
        <Box role="radiogroup" aria-label={t`Batches`} sx={{ border: 1, borderColor: 'surface.controlLine', borderRadius: radius.control, maxHeight: 208, overflowY: 'auto' }}>
          {batches.map((batch) => (
            <Box key={batch.id} component="label" sx={line}>
              <input type="radio" name={radioName} checked={batch.id === value} onChange={() => onChange(batch.id)} />
              <Typography component="span" variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {batch.name}
                {batch.code !== null && (
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {' '}
                    {batch.code}
                  </Box>
                )}
              </Typography>
              <Caption component="span" sx={{ flexShrink: 0, fontVariantNumeric: 'tabular-nums' }}>
                {countPeople(batch.people)}
              </Caption>
            </Box>
          ))}
        </Box>
      )}
      {data !== undefined && (
        <Caption role="status">
          {batches.length === 0 && search !== '' && t`No batch matches.`}
          {batches.length === 0 && search === '' && (mayCreate ? t`There is no batch yet. Type a name to make the first one.` : t`There is no batch yet.`)}
          {data.total > SHOWN && plural(data.total - SHOWN, { one: '# more batch: type a part of the name.', other: '# more batches: type a part of the name.' })}
        </Caption>
      )}
    </Box>
  );
}

/** "214 of 220 people will be deactivated." */
function sentenceOf(choice: BulkChange, { total, allowed }: BulkPreview): string {
  const { becomes } = CHOICES[choice];
  if (allowed === 0) return plural(total, { one: 'This person will stay as they are.', other: 'All # people will stay as they are.' });
  return becomes(allowed === total ? countPeople(total) : t`${{ allowed: formatCount(allowed) }} of ${{ people: countPeople(total) }}`);
}

interface PreviewProps {
  readonly choice: BulkChange;
  /** How many are selected, as far as the table knows. */
  readonly selected: string;
  /** Undefined while it is counted. */
  readonly preview: BulkPreview | undefined;
}

function Preview({ choice, selected, preview }: PreviewProps) {
  const { means, unchanged } = CHOICES[choice];
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 24, fontVariantNumeric: 'tabular-nums' }}>
        {preview === undefined ? (
          <>
            <CircularProgress size={16} aria-hidden />
            <Note>{t`Checking ${selected}…`}</Note>
          </>
        ) : (
          <Typography sx={{ fontWeight: 600 }}>{sentenceOf(choice, preview)}</Typography>
        )}
      </Box>
      <Note sx={{ textWrap: 'pretty' }}>
        {t(means)} {canBeUndone(choice) ? t`You can undo it for 24 hours.` : t`This cannot be undone.`}
      </Note>
      {preview !== undefined && preview.unchanged > 0 && (
        <Note sx={{ fontVariantNumeric: 'tabular-nums' }}>{unchanged(preview.unchanged)}</Note>
      )}
      {preview !== undefined && <Reasons title={t`Will stay as they are`} reasons={preview.refused} countOf={countPeople} />}
    </Box>
  );
}

/** What the request would do now; `again` asks anew. Null asks nothing. */
function useDryRun(request: BulkRequest | null) {
  const { currentData, error, isFetching, refetch } = ownApi.useTryJobQuery(request ?? skipToken, { refetchOnMountOrArgChange: true });
  return { preview: isFetching ? undefined : currentData, error: isFetching ? undefined : error, again: () => void refetch() };
}

/** Starts a job; its id, or null with the failure to show. */
function useStart() {
  const [send, { isLoading }] = ownApi.useStartJobMutation();
  const sendOnce = useSendOnce();
  const [failure, setFailure] = useState<string | null>(null);
  const start = async (select: BulkRequest['select'], rest: Omit<BulkRequest, 'select'>): Promise<string | null> => {
    setFailure(null);
    // The selection stays the same while the dialog is open.
    const { data, error } = await sendOnce(JSON.stringify(rest), (idempotencyKey) => send({ idempotencyKey, bulkRequest: { select, ...rest } }));
    if (error !== undefined) setFailure(messageOf(error, t`This could not be started.`));
    return data?.id ?? null;
  };
  return { start, starting: isLoading, failure };
}

function PositionFields({ values: { profile, role }, onChange }: FieldsProps) {
  const { data: own } = useGetOwnProfileQuery();
  const creatable: readonly string[] = own?.creatableProfiles ?? [];
  const roles = profile === '' ? [] : ROLES_OF_PROFILE[profile];
  const chooseProfile = (chosen: Profile | '') => {
    onChange({ profile: chosen, role: chosen === '' ? '' : (ROLES_OF_PROFILE[chosen][0] ?? '') });
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2 }}>
      <Choice
        label={t`Profile`}
        none={t`Choose a profile`}
        // A dialog takes the focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={profile}
        options={optionsOf(PROFILE_LABELS, PROFILES.filter((each) => creatable.includes(each)))}
        onChoose={chooseProfile}
      />
      <Choice
        label={t`Role`}
        none={t`Choose a role`}
        value={role}
        disabled={profile === ''}
        options={optionsOf(ROLE_LABELS, roles)}
        onChoose={(chosen) => onChange({ role: chosen })}
      />
    </Box>
  );
}

const LONGEST = 200;

function SharedText({ field, values: { text }, onChange }: FieldsProps & { readonly field: BulkText }) {
  // Suggestions only: without an answer it is typed.
  const { data } = serverApi.useListFieldValuesQuery({ field }, { refetchOnMountOrArgChange: true });
  return (
    <Typed
      label={labelOfField(field)}
      hint={t`One that your company has, or a new one`}
      // A dialog takes the focus.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      value={text}
      input={{ maxLength: LONGEST }}
      suggestions={(data?.values ?? []).map(({ value, people: count }) => [value, countPeople(count)])}
      onType={(typed) => onChange({ text: typed })}
    />
  );
}

function StageField({ values: { stageId }, onChange }: FieldsProps) {
  const { data, error, refetch } = serverApi.useListStagesQuery(undefined, { refetchOnMountOrArgChange: true });
  if (error !== undefined) return <ErrorState message={messageOf(error, t`The stages could not be loaded.`)} onRetry={() => void refetch()} />;
  return (
    <Choice
      label={t`Stage`}
      none={t`Choose a stage`}
      // A dialog takes the focus.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      value={stageId ?? ''}
      options={(data?.stages ?? []).map(({ id, name, people }) => [id, `${name} (${formatCount(people)})`])}
      onChoose={(chosen) => onChange({ stageId: chosen === '' ? null : chosen })}
    />
  );
}

/** One of the company's own fields, and its value: or none, which is said apart so that nothing is removed by a slip. */
function MoreFields({ values: { more, text, removes }, onChange }: FieldsProps) {
  const fields = useSettable();
  return (
    <>
      <Choice
        label={t`Field`}
        none={t`Choose a field`}
        // A dialog takes the focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={more?.key ?? ''}
        options={fields.map(({ key, label }) => [key, label])}
        onChoose={(key) => onChange({ more: fields.find((field) => field.key === key) ?? null, text: '', removes: false })}
      />
      {more !== null && !removes && <OwnInput key={more.key} field={more} value={text} onChange={(typed) => onChange({ text: typed })} />}
      {more !== null && <CheckLine label={t`Remove the value that they have`} checked={removes} onCheck={(isRemoved) => onChange({ removes: isRemoved, text: '' })} />}
    </>
  );
}

/** The fields of which many people may have the same value. */
function useSettable() {
  return useOwnFields().edited.filter(({ unique }) => !unique);
}

const isBulkText = (choice: BulkChange): choice is BulkText => (BULK_TEXTS as readonly string[]).includes(choice);

/** What is chosen in the dialog; each action reads its own. */
interface Values {
  readonly profile: Profile | '';
  readonly role: Role | '';
  readonly text: string;
  readonly batchId: string | null;
  readonly stageId: string | null;
  /** The company's own field whose value is the text. */
  readonly more: FieldRecord | null;
  readonly removes: boolean;
}

interface FieldsProps {
  readonly values: Values;
  readonly onChange: (changed: Partial<Values>) => void;
}

const NOTHING: Values = { profile: '', role: '', text: '', batchId: null, stageId: null, more: null, removes: false };

/** The request without its selection; null while a value is missing. */
function orderOf(choice: BulkChange, { profile, role, text, batchId, stageId, more, removes }: Values): Omit<BulkRequest, 'select'> | null {
  if (isBulkText(choice)) return text.trim() === '' ? null : { action: 'set', set: { [choice]: text.trim() } };
  switch (choice) {
    case 'position':
      return profile === '' || role === '' ? null : { action: 'set', set: { profile, role } };
    case 'more':
      return more === null || (text.trim() === '' && !removes) ? null : { action: 'set', set: { fields: { [more.key]: givenOf(more, text) } } };
    case 'add-to-batch':
      return batchId === null ? null : { action: choice, batchId };
    case 'remove-from-batch':
      return batchId === null ? null : { action: choice, batchId, ...(text.trim() !== '' && { reason: text.trim() }) };
    case 'move-stage':
      return stageId === null ? null : { action: choice, stageId, ...(text.trim() !== '' && { reason: text.trim() }) };
    default:
      return { action: choice };
  }
}

function Fields({ action, ...fields }: FieldsProps & { readonly action: BulkChange }) {
  const mayCreate = useClaims()?.authorities.includes('user.create') === true;
  if (isBulkText(action)) return <SharedText field={action} {...fields} />;
  switch (action) {
    case 'position':
      return <PositionFields {...fields} />;
    case 'more':
      return <MoreFields {...fields} />;
    case 'add-to-batch':
    case 'remove-from-batch':
      return (
        <BatchField value={fields.values.batchId} mayCreate={mayCreate && action === 'add-to-batch'} onChange={(batchId) => fields.onChange({ batchId })} />
      );
    case 'move-stage':
      return <StageField {...fields} />;
    default:
      return null;
  }
}

/** The actions whose reason is kept with the people's history. */
const HAS_REASON: readonly BulkChange[] = ['remove-from-batch', 'move-stage'];

/** Asks before many people are changed: how many, who not and why, and what it does. Rendered while it is open. */
export function BulkDialog({ action, select, count, countIsExact, stays = false, batchId, stageId = null, onClose, onStarted }: BulkDialogProps & { readonly action: BulkChange }) {
  const navigate = useNavigate();
  const [values, setValues] = useState<Values>({ ...NOTHING, batchId: batchId ?? null, stageId });
  const text = useSettled(values.text);
  const order = orderOf(action, { ...values, text });
  const hasFields = batchId === undefined && orderOf(action, NOTHING) === null;
  const { preview, error, again } = useDryRun(order === null ? null : { select, ...order, ...(HAS_REASON.includes(action) && { reason: null }) });
  const { start, starting, failure } = useStart();

  const { title, button } = CHOICES[action];
  const act = t(button);
  const allowed = preview?.allowed ?? 0;
  const number = useTypedNumber({ label: t`Number of people`, count: allowed, ...(canBeUndone(action) && { isNeeded: false }) });
  const isReady = allowed > 0 && text === values.text;

  const submit = async () => {
    if (!number.isConfirmed() || starting || !isReady || order === null) return;
    const id = await start(select, { ...order, ...(number.field !== false && { confirm: allowed }) });
    if (id === null) {
      // The number may be another one now.
      again();
      return;
    }
    onStarted();
    if (!stays) void navigate(`/dashboard/users/jobs/${id}`);
  };
  return (
    <FormDialog
      title={t(title)}
      asks
      hasFields={hasFields}
      submitLabel={isReady ? plural(allowed, { one: `${act} # Person`, other: `${act} # People` }) : act}
      busy={starting}
      disabled={!isReady}
      destructive={isDestructive(action)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormError message={failure} />
      {hasFields && <Fields action={action} values={values} onChange={(changed) => setValues({ ...values, ...changed })} />}
      {error !== undefined && <ErrorState message={messageOf(error, t`What this would do could not be counted.`)} onRetry={again} />}
      {error === undefined && order !== null && <Preview choice={action} selected={countIsExact ? countPeople(count) : t`${{ people: countPeople(count) }} or more`} preview={preview} />}
      {HAS_REASON.includes(action) && (
        <Typed
          label={t`Reason (optional)`}
          hint={action === 'move-stage' ? t`Administrators see it on the page of the person` : t`Administrators see it on the page of the batch and of the person`}
          value={values.text}
          input={{ maxLength: LONGEST }}
          onType={(typed) => setValues({ ...values, text: typed })}
        />
      )}
      {number.field}
    </FormDialog>
  );
}
