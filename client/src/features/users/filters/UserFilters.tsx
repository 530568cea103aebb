import { msg, plural, t } from '@lingui/core/macro';
import { Box, Button, ButtonBase, IconButton, InputAdornment, OutlinedInput } from '@mui/material';
import { useId, useState } from 'react';

import { useGetBatchesQuery, useGetSingleBatchQuery } from '~/api/batches';
import { FILTERED_TEXTS, labelOfField, type TextField } from '~/api/fields';
import { isProblem } from '~/api/problem';
import { DayFilter } from '~/forms/DayInput';
import { formatCount } from '~/lib/format';
import { foldPlace } from '~/lib/places';
import { PROFILE_LABELS, ROLE_LABELS } from '~/lib/profiles';
import { optionsOf, texts } from '~/lib/texts';
import { useSettled } from '~/lib/useSettled';
import { useListFieldsQuery } from '~/realtime/ownFields';
import { useListStagesQuery } from '~/realtime/stages';
import { radius } from '~/theme/tokens';
import { CheckIcon, CloseIcon, SearchIcon, SettingsIcon } from '~/ui/icons';
import { Sheet } from '~/ui/Sheet';
import { Caption } from '~/ui/Text';
import { useAnchor } from '~/ui/useAnchor';

import { usersApi } from '../api';
import { SEARCH_USERS } from '../keyboard/KeysDialog';
import { ConditionFilter } from './ConditionFilter';
import { describeTerm, readWhere, writeWhere } from './conditions';
import { APPLICATIONS, describeCreated, describeSignIn, INVITATION_FILTERS, SORTS, STATUSES, type UserFilterTable } from './useUserFilters';
import { FilterSelect, LabelledSelect } from './FilterSelect';

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

const MOST_SHOWN = 20;

function noteOn(total: number, search: string): string | null {
  if (total > MOST_SHOWN) return plural(total - MOST_SHOWN, { one: '# more: search for it.', other: '# more: search for them.' });
  if (total > 0) return null;
  return search === '' ? t`There are no batches yet.` : t`No batch has this name.`;
}

/** One of the batches that are not archived, the newest first. */
function BatchFilter({ filters, change }: PanelPartProps) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim(), 250);
  const { data, isError } = useGetBatchesQuery({ search, archived: false, page: 1, pageSize: MOST_SHOWN }, { refetchOnMountOrArgChange: true });
  return (
    <ChooseOne
      label={t`Batch`}
      value={filters.batch}
      options={(data?.data ?? []).map(({ id, name, people }) => ({ value: id, label: name, people }))}
      search={typed}
      onSearch={setTyped}
      note={isError ? t`The batches could not be loaded.` : data === undefined ? null : noteOn(data.total, search)}
      onChoose={(batch) => change({ batch })}
    />
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
  readonly people: number | null;
}

interface ChooseOneProps {
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly Option[];
  readonly search: string;
  readonly onSearch: (text: string) => void;
  /** Below the options: that there are none, or that they could not be loaded. */
  readonly note: string | null;
  /** Null for the pressed one. */
  readonly onChoose: (value: string | null) => void;
}

const option = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  width: '100%',
  minHeight: 32,
  px: 1,
  borderRadius: radius.mark,
  typography: 'body2',
  textAlign: 'left',
  '&:hover': { bgcolor: 'surface.sunken' },
  '&.Mui-focusVisible': { boxShadow: 'inset 0 0 0 2px var(--wm-palette-primary-main)' },
} as const;

function ChooseOne({ label, value, options, search, onSearch, note, onChoose }: ChooseOneProps) {
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id}>
      <Caption id={id} component="h3">
        {label}
      </Caption>
      <OutlinedInput
        size="small"
        fullWidth
        value={search}
        placeholder={t`Search`}
        onChange={(event) => onSearch(event.target.value)}
        slotProps={{ input: { 'aria-label': t`Search ${{ label: label.toLowerCase() }}`, autoComplete: 'off', spellCheck: false, maxLength: 100 } }}
        sx={{ minHeight: 36, height: 36, mt: 0.5, fontSize: '0.875rem' }}
      />
      <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none', maxHeight: 168, overflowY: 'auto' }}>
        {options.map((each) => {
          const isChosen = each.value === value;
          return (
            <li key={each.value}>
              <ButtonBase aria-pressed={isChosen} onClick={() => onChoose(isChosen ? null : each.value)} sx={option}>
                <CheckIcon sx={{ fontSize: 16, flexShrink: 0, visibility: isChosen ? 'visible' : 'hidden', color: 'primary.main' }} />
                <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  {each.label}
                </Box>
                {each.people !== null && (
                  <Box component="span" sx={{ ml: 'auto', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                    {formatCount(each.people)}
                  </Box>
                )}
              </ButtonBase>
            </li>
          );
        })}
      </Box>
      <Caption role="status" sx={{ display: 'block', '&:empty': { display: 'none' } }}>
        {note}
      </Caption>
    </Box>
  );
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
      <LabelledSelect
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
      <LabelledSelect
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
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, p: 2 }}>
      <ConditionFilter {...props} />
      <LabelledSelect
        label={t`State`}
        none={t`Active and inactive`}
        value={filters.status ?? ''}
        options={optionsOf(STATUSES)}
        onChoose={(status) => change({ status })}
      />
      <LabelledSelect
        label={t`Application`}
        none={t`With and without one`}
        value={filters.application ?? ''}
        options={optionsOf(APPLICATIONS)}
        onChoose={(application) => change({ application })}
      />
      <CreatedFilter {...props} />
      <SignInFilter {...props} />
      {FILTERED_TEXTS.map((field) => (
        <TextFilter key={field} field={field} {...props} />
      ))}
      <BatchFilter {...props} />
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

function BatchChip({ batchId, onRemove }: { readonly batchId: string; readonly onRemove: () => void }) {
  const { data, error } = useGetSingleBatchQuery({ batchId });
  const isGone = isProblem(error) && error.status === 404;
  const { name = '…', archivedAt = null } = data ?? {};
  const label = archivedAt === null ? t`Batch: ${name}` : t`Batch: ${name} (archived)`;
  return <FilterChip label={isGone ? t`Batch: no longer there` : label} onRemove={onRemove} />;
}

/** An archived stage is in no list of stages. */
function StageChip({ stageId, onRemove }: { readonly stageId: string; readonly onRemove: () => void }) {
  const { data } = useListStagesQuery();
  const name = data?.stages.find(({ id }) => id === stageId)?.name ?? '…';
  const isGone = data !== undefined && name === '…';
  return <FilterChip label={isGone ? t`Stage: no longer there` : t`Stage: ${name}`} onRemove={onRemove} />;
}

function FilterChips({ table }: { readonly table: UserFilterTable }) {
  const { filters, change } = table;
  const { status, application, batch, stage, createdFrom, createdTo, lastSignIn, where } = filters;
  const { data } = useListFieldsQuery({}, { skip: where === null });
  const terms = readWhere(where);
  const texts = FILTERED_TEXTS.flatMap((name) => (filters[name] === null ? [] : [{ name, text: filters[name] }]));
  const isCreated = createdFrom !== null || createdTo !== null;
  if (status === null && application === null && texts.length === 0 && batch === null && stage === null && lastSignIn === null && where === null && !isCreated) return null;
  const removes = (names: Parameters<typeof change>[0]) => () => change(names);
  return (
    <Box role="group" aria-label={t`Chosen filters`} sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
      {status !== null && <FilterChip label={t`State: ${{ state: STATUSES[status] }}`} onRemove={removes({ status: null })} />}
      {application !== null && <FilterChip label={t`Application: ${{ state: APPLICATIONS[application] }}`} onRemove={removes({ application: null })} />}
      {isCreated && <FilterChip label={describeCreated(createdFrom, createdTo)} onRemove={removes({ createdFrom: null, createdTo: null })} />}
      {lastSignIn !== null && <FilterChip label={describeSignIn(lastSignIn)} onRemove={removes({ lastSignIn: null })} />}
      {texts.map(({ name, text }) => (
        <FilterChip key={name} label={`${labelOfField(name)}: ${text}`} onRemove={removes({ [name]: null })} />
      ))}
      {batch !== null && <BatchChip batchId={batch} onRemove={removes({ batch: null })} />}
      {stage !== null && <StageChip stageId={stage} onRemove={removes({ stage: null })} />}
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
