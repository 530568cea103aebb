import { plural, t } from '@lingui/core/macro';
import { Box, Button, Paper, Typography } from '@mui/material';
import { useState } from 'react';

import { useGetBatchesQuery } from '~/api/batches';
import { labelOfField } from '~/api/fields';
import { serverApi } from '~/api/generated/serverApi';
import { messageOf } from '~/api/problem';
import { Choice } from '~/forms/SelectField';
import { countPeople, datedName } from '~/lib/format';
import { type Profile, PROFILE_LABELS } from '~/lib/profiles';
import { optionsOf } from '~/lib/texts';
import { radius } from '~/theme/tokens';
import { DownloadButton } from '~/ui/DownloadButton';
import { Email } from '~/ui/Email';
import { Reasons } from '~/ui/LiveFeed';
import { Notice } from '~/ui/Notice';
import { Pager } from '~/ui/Pager';
import { Note } from '~/ui/Text';

import { type ImportMode, IMPORTS_PATH, importsApi, type MissingPage, type SyncRequest } from '../api';
import { RadioCards } from '../components/RadioCards';

const MOST_SHOWN = 100;
const SHOWN = 5;

interface Scope {
  readonly batchId: string;
  readonly workLocation: string;
  readonly profile: Profile | '';
}

const NO_SCOPE: Scope = { batchId: '', workLocation: '', profile: '' };

/** What is sent with the start, who would be deactivated by it, and whether their number is to be typed. */
export interface Sync {
  readonly request: SyncRequest | null;
  readonly deactivates: number;
  readonly mustType: boolean;
  /** Who is missing is still being counted, or could not be. */
  readonly waits: boolean;
}

/** Which scope the file is the whole list of, and what becomes of people who are missing in it; nothing by default. */
export function useWholeList(importId: string, mode: ImportMode) {
  const [scope, setScope] = useState(NO_SCOPE);
  const [missing, setMissing] = useState<'keep' | 'deactivate'>('keep');
  const [page, setPage] = useState(1);
  const isChosen = mode !== 'create' && Object.values(scope).some((value) => value !== '');
  const answer = importsApi.useListMissingPeopleQuery({ importId, ...scope, page, pageSize: SHOWN }, { skip: !isChosen, refetchOnMountOrArgChange: true });
  const found = isChosen ? answer.currentData : undefined;
  const deactivates = missing === 'deactivate' ? (found?.allowed ?? 0) : 0;
  const chosen = { batchId: scope.batchId || null, workLocation: scope.workLocation || null, profile: scope.profile || null };
  const sync: Sync = {
    request: isChosen ? { scope: chosen, missing, ...(missing === 'deactivate' && { people: deactivates }) } : null,
    deactivates,
    mustType: found !== undefined && deactivates * 100 > found.threshold * found.people,
    waits: isChosen && found === undefined,
  };
  return {
    sync,
    scope,
    missing,
    page,
    found,
    error: isChosen ? answer.error : undefined,
    setPage,
    setMissing,
    choose: (changed: Partial<Scope>) => {
      setScope({ ...scope, ...changed });
      setMissing('keep');
      setPage(1);
    },
  };
}

type WholeListState = ReturnType<typeof useWholeList>;

function Doubts({ found: { unmatched, knownPhones } }: { readonly found: MissingPage }) {
  if (unmatched + knownPhones === 0) return null;
  return (
    <Notice severity="warning">
      {unmatched > 0 &&
        `${plural(unmatched, {
          one: '# row has no email that can be read, so the people of this row may be counted as missing.',
          other: '# rows have no email that can be read, so the people of these rows may be counted as missing.',
        })} `}
      {knownPhones > 0 &&
        plural(knownPhones, {
          one: '# missing person has a phone number of this file: the email may be a new one.',
          other: '# missing people have a phone number of this file: the email may be a new one.',
        })}
    </Notice>
  );
}

function Missing({ importId, list, found }: { readonly importId: string; readonly list: WholeListState; readonly found: MissingPage }) {
  const { total, allowed, refused, data } = found;
  const share = found.people === 0 ? 0 : Math.round((total * 100) / found.people);
  const percent = share === 0 ? t`less than 1` : String(share);
  const all = countPeople(found.people);
  if (total === 0) {
    return <Typography variant="body2">{found.people === 0 ? t`No active person fits this choice.` : t`No one is missing: all ${{ people: countPeople(found.people) }} are in the file.`}</Typography>;
  }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="subtitle2" component="p" role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {plural(total, { one: `# of ${all} is missing in this file (${percent} %)`, other: `# of ${all} are missing in this file (${percent} %)` })}
        </Typography>
        <DownloadButton
          file={{ url: `${IMPORTS_PATH}/${encodeURIComponent(importId)}/missing.csv`, params: { ...list.scope }, name: datedName('missing-people', 'csv') }}
          failure={t`The missing people could not be downloaded.`}
        >
          {t`Download Missing`}
        </DownloadButton>
      </Box>
      <div>
        <Box component="ul" aria-label={t`Missing people`} sx={{ m: 0, p: 0, listStyle: 'none', border: 1, borderColor: 'divider', borderRadius: radius.control }}>
          {data.map(({ id, fullName, email, phone }) => (
            <Box key={id} component="li" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, px: 1.5, py: 0.75, typography: 'body2', '& + &': { borderTop: 1, borderColor: 'divider' } }}>
              <Box component="span" sx={{ flex: '1 1 12rem', fontWeight: 500, overflowWrap: 'anywhere' }}>
                {fullName}
              </Box>
              <Box component="span" sx={{ flex: '2 1 14rem', minWidth: 0, color: 'text.secondary' }}>
                <Email>{email ?? phone}</Email>
              </Box>
            </Box>
          ))}
        </Box>
        {total > SHOWN && <Pager label={t`Missing people`} page={list.page} pageSize={SHOWN} total={total} exact={found.totalIsExact} onPage={list.setPage} />}
      </div>
      <Doubts found={found} />
      <Reasons title={t`Will stay active`} reasons={refused} countOf={countPeople} />
      {allowed > 0 && (
        <RadioCards
          label={t`What to do with the missing people`}
          columns={2}
          chosen={list.missing}
          onChoose={list.setMissing}
          cards={[
            { value: 'keep', label: t`Leave them as they are`, text: t`Their accounts stay active.` },
            { value: 'deactivate', label: plural(allowed, { one: 'Deactivate # person', other: 'Deactivate # people' }), text: t`Once all rows are done. They can no longer log in; the results can undo it.` },
          ]}
        />
      )}
    </Box>
  );
}

/** Asks whether the file is the whole list of a batch, a work location or a profile, and shows who is missing in it. */
export function WholeList({ importId, mode, list }: { readonly importId: string; readonly mode: ImportMode; readonly list: WholeListState }) {
  const [isOpen, setOpen] = useState(false);
  const skip = mode === 'create' || !isOpen;
  const batches = useGetBatchesQuery({ page: 1, pageSize: MOST_SHOWN, archived: false }, { skip });
  const locations = serverApi.useListFieldValuesQuery({ field: 'workLocation' }, { skip, refetchOnMountOrArgChange: true });
  if (mode === 'create') return null;
  if (!isOpen) {
    return (
      <Button variant="outlined" size="small" onClick={() => setOpen(true)} sx={{ mb: 2 }}>
        {t`See Who Is Missing in This File…`}
      </Button>
    );
  }
  const { scope, found, error, choose } = list;
  return (
    <Paper variant="outlined" component="section" aria-label={t`Whole list`} sx={{ display: 'grid', gap: 1.5, mb: 2, p: { xs: 2, sm: 2.5 } }}>
      <div>
        <Typography variant="subtitle2" component="h2">
          {t`Is this file a whole list?`}
        </Typography>
        <Note sx={{ mt: 0.25 }}>
          {t`If it names everyone of a batch, a work location or a profile, choose that here to see who is missing. Otherwise leave it empty.`}
        </Note>
      </div>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' }, gap: 1.5 }}>
        <Choice
          label={t`Batch`}
          none={t`Not chosen`}
          value={scope.batchId}
          options={(batches.data?.data ?? []).map(({ id, name }) => [id, name] as const)}
          onChoose={(batchId) => choose({ batchId })}
        />
        <Choice
          label={labelOfField('workLocation')}
          none={t`Not chosen`}
          value={scope.workLocation}
          options={(locations.data?.values ?? []).map(({ value }) => [value, value] as const)}
          onChoose={(workLocation) => choose({ workLocation })}
        />
        <Choice label={t`Profile`} none={t`Not chosen`} value={scope.profile} options={optionsOf(PROFILE_LABELS)} onChoose={(profile) => choose({ profile })} />
      </Box>
      {error !== undefined && <Notice severity="error" role="alert">{messageOf(error, t`Who is missing could not be counted.`)}</Notice>}
      {list.sync.waits && error === undefined && <Typography variant="body2">{t`Counting who is missing…`}</Typography>}
      {found !== undefined && <Missing importId={importId} list={list} found={found} />}
    </Paper>
  );
}
