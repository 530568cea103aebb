import { msg, t } from '@lingui/core/macro';
import { Box, Button, IconButton, InputAdornment, OutlinedInput } from '@mui/material';
import { useState } from 'react';

import { useGetSingleBatchQuery } from '~/api/batches';
import { FILTERED_TEXTS, labelOfField, type TextField } from '~/api/fields';
import { importsApi } from '~/api/generated/importsApi';
import { placementApi } from '~/api/generated/placementApi';
import { isProblem } from '~/api/problem';
import { ConditionFilter } from '~/forms/conditions/ConditionFilter';
import { DayFilter } from '~/forms/DayInput';
import { describeTerm, readWhere, writeWhere } from '~/lib/conditions';
import { CANDIDACIES, OFFER_FILTERS } from '~/lib/placement';
import { foldPlace } from '~/lib/places';
import { PROFILE_LABELS, ROLE_LABELS } from '~/lib/profiles';
import { joined, optionsOf, texts } from '~/lib/texts';
import { useListFieldsQuery } from '~/realtime/ownFields';
import { useListStagesQuery } from '~/realtime/stages';
import { radius } from '~/theme/tokens';
import { BatchChoice, ChooseOne } from '~/ui/ChooseOne';
import { FilterSelect, LabelledFilter } from '~/ui/FilterSelect';
import { CloseIcon, SearchIcon, SettingsIcon } from '~/ui/icons';
import { Sheet } from '~/ui/Sheet';
import { Caption } from '~/ui/Text';
import { useAnchor } from '~/ui/useAnchor';

import { usersApi } from '../api';
import { SEARCH_USERS } from '../keyboard/KeysDialog';
import { APPLICATIONS, describeCreated, describeReached, describeSignIn, INVITATION_FILTERS, SORTS, STATUSES, type UserFilterTable } from './useUserFilters';

const keyOf = <Key extends string>(labels: Readonly<Record<Key, string>>, value: string | null) =>
  (Object.keys(labels) as Key[]).find((key) => key === value);

/** A text in any spelling; one beyond the listed ones is typed whole. */
function TextFilter({ filters, change, field }: PanelPartProps & { readonly field: TextField }) {
  const [search, setSearch] = useState('');
  const { data, isError } = usersApi.useListFieldValuesQuery({ field }, { refetchOnMountOrArgChange: true });
  const typed = search.trim();
  const label = labelOfField(field);
  const known = (data?.values ?? []).map(({ value, people }) => ({ value, label: value, people }));
  const found = known.filter(({ value }) => foldPlace(value).includes(foldPlace(typed)));
  const chosen = filters[field];
  const others = typed !== '' && found.length === 0 ? [{ value: typed, label: t`Exactly “${typed}”`, people: null }] : [];
  return (
    <ChooseOne
      label={label}
      value={known.find(({ value }) => foldPlace(value) === foldPlace(chosen ?? ''))?.value ?? chosen}
      options={[...found, ...others]}
      search={search}
      onSearch={setSearch}
      note={isError ? t`The choices could not be loaded.` : known.length === 0 && data !== undefined ? t`No account has a ${{ label: label.toLowerCase() }}.` : null}
      onChoose={(text) => change({ [field]: text })}
    />
  );
}

function StageFilter({ filters, change }: PanelPartProps) {
  const { data } = useListStagesQuery();
  const stages = (data?.stages ?? []).map(({ id, name }) => [id, name] as const);
  return <LabelledFilter label={t`Stage`} none={t`Any stage or none`} value={filters.stage ?? ''} options={stages} onChoose={(stage) => change({ stage })} />;
}

const daySx = { minHeight: 36, height: 36, minWidth: 0, px: 1, fontSize: '0.8125rem', '& .MuiInputBase-input': { minWidth: 0, px: 0 } } as const;

const CREATED = texts({ '-7d': msg`In the last 7 days`, '-30d': msg`In the last 30 days`, '-90d': msg`In the last 90 days`, between: msg`Between two days` });

function CreatedFilter({ filters, change }: PanelPartProps) {
  const { createdFrom, createdTo } = filters;
  const preset = createdTo === null ? keyOf(CREATED, createdFrom) : undefined;
  const [isBetween, setBetween] = useState(preset === undefined && (createdFrom !== null || createdTo !== null));
  const value = isBetween ? 'between' : (preset ?? '');
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <LabelledFilter
        label={t({ message: 'Created', context: 'time' })}
        none={t`At any time`}
        value={value}
        options={optionsOf(CREATED)}
        onChoose={(chosen) => {
          setBetween(chosen === 'between');
          change({ createdFrom: chosen === 'between' ? null : chosen, createdTo: null });
        }}
      />
      {isBetween && (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1 }}>
          <DayFilter sx={daySx} label={t`From`} day={createdFrom} onDay={(day) => change({ createdFrom: day })} />
          <DayFilter sx={daySx} label={t`To`} day={createdTo} onDay={(day) => change({ createdTo: day })} />
        </Box>
      )}
    </Box>
  );
}

const SIGN_INS = texts({
  never: msg`Never`,
  'since:-7d': msg`In the last 7 days`,
  'since:-30d': msg`In the last 30 days`,
  'before:-30d': msg`Not for 30 days`,
  'before:-90d': msg`Not for 90 days`,
  since: msg`Since a day`,
  before: msg`Before a day`,
});

function SignInFilter({ filters, change }: PanelPartProps) {
  const { lastSignIn } = filters;
  const preset = keyOf(SIGN_INS, lastSignIn);
  const [kind = '', day = ''] = (lastSignIn ?? '').split(':');
  const given = kind === 'since' || kind === 'before' ? kind : null;
  const [dated, setDated] = useState(preset === undefined ? given : null);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <LabelledFilter
        label={t`Last login`}
        none={t`At any time or never`}
        value={dated ?? preset ?? ''}
        options={optionsOf(SIGN_INS)}
        onChoose={(chosen) => {
          const isDated = chosen === 'since' || chosen === 'before';
          setDated(isDated ? chosen : null);
          change({ lastSignIn: isDated ? null : chosen });
        }}
      />
      {dated !== null && (
        <DayFilter
          sx={daySx}
          label={dated === 'since' ? t`Since` : t`Before`}
          day={day}
          onDay={(chosen) => change({ lastSignIn: chosen === null ? null : `${dated}:${chosen}` })}
        />
      )}
      {lastSignIn?.startsWith('before') === true && (
        <Caption>{t`Those who never logged in are not among them.`}</Caption>
      )}
    </Box>
  );
}

type PanelPartProps = Pick<UserFilterTable, 'filters' | 'change'>;

function FilterPanel(props: PanelPartProps) {
  const { filters, change } = props;
  const { data } = useListFieldsQuery({});
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, p: 2 }}>
      <ConditionFilter fields={data?.fields ?? []} where={filters.where} onWhere={(where) => change({ where })} />
      <LabelledFilter
        label={t`State`}
        none={t`Active and inactive`}
        value={filters.status ?? ''}
        options={optionsOf(STATUSES)}
        onChoose={(status) => change({ status })}
      />
      <LabelledFilter
        label={t`Application`}
        none={t`With and without one`}
        value={filters.application ?? ''}
        options={optionsOf(APPLICATIONS)}
        onChoose={(application) => change({ application })}
      />
      <StageFilter {...props} />
      <CreatedFilter {...props} />
      <SignInFilter {...props} />
      {FILTERED_TEXTS.map((field) => (
        <TextFilter key={field} field={field} {...props} />
      ))}
      <BatchChoice value={filters.batch} onChoose={(batch) => change({ batch })} />
    </Box>
  );
}

function FilterChip({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <Button
      size="small"
      variant="outlined"
      aria-label={t`Remove filter: ${label}`}
      endIcon={<CloseIcon sx={{ fontSize: '14px !important' }} />}
      onClick={() => {
        // The chip goes, and the focus with it.
        document.getElementById(FILTERS_BUTTON)?.focus();
        onRemove();
      }}
      sx={{ minHeight: 28, maxWidth: '100%', px: 1.25, borderRadius: radius.round, whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'left' }}
    >
      {label}
    </Button>
  );
}

interface BatchChipProps {
  readonly batchId: string;
  /** Who has left the batch is meant, too. */
  readonly isEver?: boolean;
  readonly onRemove: () => void;
}

function BatchChip({ batchId, isEver = false, onRemove }: BatchChipProps) {
  const { data, error } = useGetSingleBatchQuery({ batchId });
  const isGone = isProblem(error) && error.status === 404;
  const { name = '…', archivedAt = null } = data ?? {};
  const present = archivedAt === null ? t`Batch: ${name}` : t`Batch: ${name} (archived)`;
  const label = isEver ? t`Now or earlier in the batch: ${name}` : present;
  return <FilterChip label={isGone ? t`Batch: no longer there` : label} onRemove={onRemove} />;
}

function ImportChip({ importId, onRemove }: { readonly importId: string; readonly onRemove: () => void }) {
  const { data, error } = importsApi.useGetImportQuery({ importId });
  const name = data?.fileName ?? '…';
  return <FilterChip label={error === undefined ? t`From the import: ${name}` : t`From an import`} onRemove={onRemove} />;
}

interface StageChipProps {
  /** Null: any stage that people have come to. */
  readonly stageId: string | null;
  /** When people came to it; without it they are in it now. */
  readonly reached?: string;
  readonly onRemove: () => void;
}

/** An archived stage is in no list of stages. */
function StageChip({ stageId, reached, onRemove }: StageChipProps) {
  const { data } = useListStagesQuery();
  const name = stageId === null ? t`any stage` : (data?.stages.find(({ id }) => id === stageId)?.name ?? (data === undefined ? '…' : null));
  if (reached !== undefined) return <FilterChip label={joined(' ', [t`Reached: ${{ stage: name ?? t`an archived stage` }}`, reached !== '' && reached])} onRemove={onRemove} />;
  return <FilterChip label={name === null ? t`Stage: no longer there` : t`Stage: ${name}`} onRemove={onRemove} />;
}

type OfPlacement = Pick<UserFilterTable['filters'], 'opening' | 'employer' | 'candidacy' | 'offer' | 'offerFrom' | 'offerTo'>;
const MOST_EMPLOYERS = 100;

/** The filters by which figures of placement open their people, each in words. */
function PlacementChips({ filters: { opening, employer, candidacy, offer, offerFrom, offerTo }, change }: { readonly filters: OfPlacement; readonly change: UserFilterTable['change'] }) {
  const title = placementApi.useGetOpeningQuery({ openingId: opening ?? '' }, { skip: opening === null }).data?.title ?? '…';
  const name = placementApi.useListEmployersQuery({ pageSize: MOST_EMPLOYERS }, { skip: employer === null }).data?.data.find(({ id }) => id === employer)?.name ?? '…';
  const offered = joined(' ', [t`Offer: ${{ state: OFFER_FILTERS[offer ?? 'made'] }}`, describeReached(offerFrom, offerTo) || false]);
  return (
    <>
      {opening !== null && <FilterChip label={t`Opening: ${title}`} onRemove={() => change({ opening: null })} />}
      {employer !== null && <FilterChip label={t`Employer: ${name}`} onRemove={() => change({ employer: null })} />}
      {candidacy !== null && <FilterChip label={t`Candidate: ${{ state: CANDIDACIES[candidacy] }}`} onRemove={() => change({ candidacy: null })} />}
      {(offer !== null || offerFrom !== null || offerTo !== null) && <FilterChip label={offered} onRemove={() => change({ offer: null, offerFrom: null, offerTo: null })} />}
    </>
  );
}

function FilterChips({ table }: { readonly table: UserFilterTable }) {
  const { filters, change } = table;
  const { status, application, batch, stage, reached, reachedFrom, reachedTo, everInBatch, fromImport, createdFrom, createdTo, lastSignIn, where } = filters;
  const { opening, employer, candidacy, offer, offerFrom, offerTo } = filters;
  const ofPlacement = [opening, employer, candidacy, offer, offerFrom, offerTo].some((given) => given !== null);
  const { data } = useListFieldsQuery({}, { skip: where === null });
  const terms = readWhere(where);
  const texts = FILTERED_TEXTS.flatMap((name) => (filters[name] === null ? [] : [{ name, text: filters[name] }]));
  const isCreated = createdFrom !== null || createdTo !== null;
  const isReached = reached !== null || reachedFrom !== null || reachedTo !== null;
  if (status === null && application === null && texts.length === 0 && batch === null && everInBatch === null && fromImport === null && stage === null && !isReached && lastSignIn === null && where === null && !isCreated && !ofPlacement) return null;
  const removes = (names: Parameters<typeof change>[0]) => () => change(names);
  return (
    <Box role="group" aria-label={t`Chosen filters`} sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
      {status !== null && <FilterChip label={t`State: ${{ state: STATUSES[status] }}`} onRemove={removes({ status: null })} />}
      {application !== null && <FilterChip label={t`Application: ${{ state: APPLICATIONS[application] }}`} onRemove={removes({ application: null })} />}
      {ofPlacement && <PlacementChips filters={filters} change={change} />}
      {isCreated && <FilterChip label={describeCreated(createdFrom, createdTo)} onRemove={removes({ createdFrom: null, createdTo: null })} />}
      {lastSignIn !== null && <FilterChip label={describeSignIn(lastSignIn)} onRemove={removes({ lastSignIn: null })} />}
      {texts.map(({ name, text }) => (
        <FilterChip key={name} label={`${labelOfField(name)}: ${text}`} onRemove={removes({ [name]: null })} />
      ))}
      {batch !== null && <BatchChip batchId={batch} onRemove={removes({ batch: null })} />}
      {everInBatch !== null && <BatchChip isEver batchId={everInBatch} onRemove={removes({ everInBatch: null })} />}
      {fromImport !== null && <ImportChip importId={fromImport} onRemove={removes({ fromImport: null })} />}
      {stage !== null && <StageChip stageId={stage} onRemove={removes({ stage: null })} />}
      {isReached && <StageChip stageId={reached} reached={describeReached(reachedFrom, reachedTo)} onRemove={removes({ reached: null, reachedFrom: null, reachedTo: null })} />}
      {/* What cannot be read is one chip, by which it is removed. */}
      {where !== null && terms.length === 0 && <FilterChip label={t`Conditions`} onRemove={removes({ where: null })} />}
      {terms.map((term) => (
        <FilterChip
          key={JSON.stringify(term)}
          label={describeTerm(term, data?.fields.find(({ key }) => key === term.field))}
          onRemove={removes({ where: writeWhere(terms.filter((each) => each !== term)) })}
        />
      ))}
    </Box>
  );
}

const FILTERS_BUTTON = 'user-filters';

function FiltersButton({ table }: { readonly table: UserFilterTable }) {
  const { button, popup } = useAnchor('dialog');
  return (
    <>
      <Button id={FILTERS_BUTTON} variant="outlined" size="small" startIcon={<SettingsIcon sx={{ fontSize: 18 }} />} {...button} sx={{ minHeight: 36 }}>
        {t`Filters`}
      </Button>
      <Sheet id="user-filters-panel" label={t`Filters`} width={360} maxHeight="min(640px, calc(100vh - 96px))" {...popup}>
        <FilterPanel filters={table.filters} change={table.change} />
      </Sheet>
    </>
  );
}

/** One line beside a table. */
const columns = (inOneLine: boolean, isFiltered: boolean) =>
  inOneLine
    ? `minmax(0, 1fr) 156px 172px 196px auto${isFiltered ? ' auto' : ''}`
    : { xs: 'repeat(2, minmax(0, 1fr))', md: `repeat(4, minmax(0, 1fr)) auto${isFiltered ? ' auto' : ''}` };

const bar = {
  display: 'grid',
  gap: 1,
  p: { xs: 2, sm: 1.5 },
  borderBottom: 1,
  borderColor: 'divider',
} as const;

export function SortSelect({ table: { filters, setSort } }: { readonly table: UserFilterTable }) {
  const { data } = useListFieldsQuery({});
  const sortable = (data?.fields ?? []).filter(({ keyed, ready, archivedAt }) => keyed && ready && archivedAt === null);
  const own = sortable.flatMap(({ key, label }) => [[`field:${key}`, t`${label}, rising`] as const, [`-field:${key}`, t`${label}, falling`] as const]);
  return (
    <FilterSelect
      label={t`Sort by`}
      value={filters.sort}
      options={[...optionsOf(SORTS), ...own]}
      onChoose={(sort) => {
        if (sort !== null) setSort(sort);
      }}
    />
  );
}

interface UserFiltersProps {
  readonly table: UserFilterTable;
  /** The order is chosen elsewhere then. */
  readonly inOneLine: boolean;
}

export function UserFilters({ table, inOneLine }: UserFiltersProps) {
  const { filters, searchText, setSearchText, change, clear, isFiltered } = table;
  return (
    <Box role="search" aria-label={t`People`} sx={{ ...bar, gridTemplateColumns: columns(inOneLine, isFiltered) }}>
      <OutlinedInput
        id={SEARCH_USERS}
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
        placeholder={t`Search by name, email or phone`}
        startAdornment={
          <InputAdornment position="start">
            <SearchIcon sx={{ fontSize: 18 }} />
          </InputAdornment>
        }
        endAdornment={
          searchText !== '' && (
            <InputAdornment position="end">
              <IconButton edge="end" size="small" aria-label={t`Clear the search`} onClick={() => setSearchText('')}>
                <CloseIcon sx={{ fontSize: 16 }} />
              </IconButton>
            </InputAdornment>
          )
        }
        slotProps={{ input: { 'aria-label': t`Search people`, type: 'search', enterKeyHint: 'search', autoComplete: 'off', spellCheck: false } }}
        sx={{
          minHeight: 36,
          height: 36,
          ...(!inOneLine && { gridColumn: '1 / -1' }),
          '& input': { pl: 0, fontSize: '0.875rem' },
          '& input::-webkit-search-cancel-button': { display: 'none' },
        }}
      />
      <FilterSelect label={t`Filter by role`} none={t`All roles`} value={filters.role ?? ''} options={optionsOf(ROLE_LABELS)} onChoose={(role) => change({ role })} />
      <FilterSelect label={t`Filter by profile`} none={t`All profiles`} value={filters.profile ?? ''} options={optionsOf(PROFILE_LABELS)} onChoose={(profile) => change({ profile })} />
      <FilterSelect
        label={t`Filter by invitation`}
        none={t`All invitations`}
        value={filters.invitation ?? ''}
        options={optionsOf(INVITATION_FILTERS)}
        onChoose={(invitation) => change({ invitation })}
      />
      {!inOneLine && <SortSelect table={table} />}
      {/* Before the button of the panel, which stays in its place below the panel. */}
      {isFiltered && (
        <Button variant="text" color="inherit" size="small" onClick={clear} sx={{ minHeight: 36 }}>
          {t`Clear Filters`}
        </Button>
      )}
      <FiltersButton table={table} />
      <FilterChips table={table} />
    </Box>
  );
}
