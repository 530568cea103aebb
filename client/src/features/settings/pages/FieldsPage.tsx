import { msg, plural, t } from '@lingui/core/macro';
import { Box, Button, Chip, Link } from '@mui/material';
import { useState } from 'react';

import type { FieldRecord, FieldUse } from '~/api/generated/serverApi';
import { useClaims } from '~/api/session/slice';
import { countPeople, formatCount, formatList } from '~/lib/format';
import { hasChoices, OWN_KINDS } from '~/lib/ownFields';
import { joined, texts } from '~/lib/texts';
import { ownFieldsApi, useListFieldsQuery, WITH_COUNTS } from '~/realtime/ownFields';
import { ActsMenu } from '~/ui/ActsMenu';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { EmptyState } from '~/ui/EmptyState';
import { FormDialog } from '~/ui/FormDialog';
import { AddIcon, ColumnsIcon } from '~/ui/icons';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { QueryPanel } from '~/ui/Panel';
import { DragHandle, movedTo, useReorder } from '~/ui/Reorder';
import { type Column, RowCard, RowList } from '~/ui/RowList';
import { Caption, Note, TextLink } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';
import { useAsked } from '~/ui/useAsked';

import { draftedField, FieldDrawer } from '../fields/FieldDrawer';
import { marksOf, seenBy } from '../fields/fieldValues';
import { StarterSets } from '../fields/StarterSets';

function Marks({ field }: { readonly field: FieldRecord }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, '&:empty': { display: 'none' } }}>
      {marksOf(field).map((mark) => (
        <Chip key={mark} size="small" label={mark} />
      ))}
    </Box>
  );
}

const isArchived = ({ archivedAt }: FieldRecord) => archivedAt !== null;

function kindOf({ kind, choices }: FieldRecord): string {
  const count = choices.filter(({ archived }) => !archived).length;
  return joined(' · ', [OWN_KINDS[kind], hasChoices(kind) && plural(count, { one: '# choice', other: '# choices' })]);
}

/** A finger meets it on a phone, and the lines stay as close as they are. */
const PRESSED = { display: 'inline-block', py: { xs: 1.625, sm: 0 }, my: { xs: -1.625, sm: 0 } } as const;

/** How many people have a value, by a link to these where the list can be asked for them. */
function PeopleOf({ field, children }: { readonly field: FieldRecord; readonly children: string }) {
  if (field.sensitive || isArchived(field)) return children;
  const where = JSON.stringify([{ field: field.key, none: false }]);
  return (
    <TextLink to={`/dashboard/users?${new URLSearchParams({ tab: 'manage', where }).toString()}`} aria-label={`${countPeople(field.people ?? 0)}, ${field.label}`} sx={PRESSED}>
      {children}
    </TextLink>
  );
}

const USES = texts({ view: msg`View`, import: msg`Import` });
const sayUse = ({ kind, name }: FieldUse) => `${USES[kind as keyof typeof USES]} “${name}”`;

interface ListProps {
  readonly fields: readonly FieldRecord[];
  readonly version: number;
  readonly onEdit: (field: FieldRecord) => void;
  readonly onArchive: (field: FieldRecord) => void;
}

/** The fields in their order, then the archived ones. A move is one write. */
function FieldList({ fields, version, onEdit, onArchive }: ListProps) {
  const ordering = useAct(ownFieldsApi.useOrderFieldsMutation(), t`The fields could not be moved.`);
  const restoring = useAct(ownFieldsApi.useRestoreFieldMutation(), t`The field could not be restored.`, ({ label }) => t`${label} is restored.`);
  const [said, setSaid] = useState('');
  const archived = fields.filter(isArchived);
  const keys = fields.filter((field) => !isArchived(field)).map(({ key }) => key);
  const put = async (key: string, place: number) => {
    const done = await ordering.act({ orderFieldsRequest: { keys: [...movedTo(keys, key, place)], version } });
    if (done !== undefined) setSaid(t`${{ field: fields.find((each) => each.key === key)?.label ?? key }} is now ${{ place: place + 1 }} of ${{ count: keys.length }}`);
  };
  const move = (key: string, place: number) => void (ordering.busy || put(key, place));
  const { order, dragged, list } = useReorder(keys, move);
  const rows = [...order.flatMap((key) => fields.filter((field) => field.key === key)), ...archived];
  const name = (field: FieldRecord) => (
    <Link key="name" component="button" type="button" underline="hover" disabled={isArchived(field)} color={isArchived(field) ? 'textSecondary' : 'primary'} onClick={() => onEdit(field)} sx={{ ...PRESSED, fontWeight: 500, textAlign: 'left', overflowWrap: 'anywhere' }}>
      {field.label}
    </Link>
  );
  const handle = (field: FieldRecord) => !isArchived(field) && <DragHandle of={field.key} />;
  const people = (field: FieldRecord) => (
    <PeopleOf key="people" field={field}>
      {countPeople(field.people ?? 0)}
    </PeopleOf>
  );
  const acts = (field: FieldRecord) => {
    const { key, label, version: ofField } = field;
    const place = keys.indexOf(key);
    const restore = { label: t`Restore`, run: () => void restoring.act({ key, fieldVersionRequest: { version: ofField } }) };
    const those = [
      { label: t`Edit`, run: () => onEdit(field) },
      place > 0 && { label: t`Move up`, run: () => move(key, place - 1) },
      place < keys.length - 1 && { label: t`Move down`, run: () => move(key, place + 1) },
      { label: t`Archive`, begins: true, run: () => onArchive(field) },
    ];
    return <ActsMenu label={t`Actions for ${label}`} acts={isArchived(field) ? [restore] : those} />;
  };
  const columns: readonly Column<FieldRecord>[] = [
    { head: <span className="visually-hidden">{t`Order`}</span>, width: 48, cell: handle, sx: { pr: 0 } },
    { head: t`Field`, cell: (field) => [name(field), <Caption key="help" component="p">{field.help}</Caption>] },
    { head: t`Kind`, width: 210, cell: kindOf },
    { head: t`People`, width: 90, isNumber: true, cell: (field) => <PeopleOf field={field}>{formatCount(field.people ?? 0)}</PeopleOf> },
    { head: t`Who sees it`, width: 230, cell: seenBy },
    { head: t`Marks`, width: 175, cell: (field) => <Marks field={field} /> },
    { head: <span className="visually-hidden">{t`Actions`}</span>, width: 72, isNumber: true, cell: acts },
  ];
  const card = (field: FieldRecord) => (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, ml: -1 }}>
      {handle(field)}
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5 }}>
        <RowCard title={name(field)} aside={<Box sx={{ my: -1 }}>{acts(field)}</Box>} lines={[[`${kindOf(field)} · `, people(field)], seenBy(field)]} />
        <Marks field={field} />
      </Box>
    </Box>
  );
  return (
    <Box {...list} sx={dragged === undefined ? {} : { userSelect: 'none', [`& :is(tr, li):has([data-handle="${dragged}"])`]: { bgcolor: 'surface.sunken' } }}>
      <RowList label={t`Fields`} rows={rows} keyOf={({ key }) => key} columns={columns} minWidth={1000} wraps card={card} />
      <Box role="status" className="visually-hidden">
        {said}
      </Box>
    </Box>
  );
}

/** What an archiving means: whose values are kept, and what uses the field. */
function ArchiveDialog({ field: { key, label, people, usedBy, version }, open, onClose }: { readonly field: FieldRecord; readonly open: boolean; readonly onClose: () => void }) {
  const { act, busy } = useAct(ownFieldsApi.useArchiveFieldMutation(), t`The field could not be archived.`, t`${label} is archived.`);
  return (
    <ConfirmDialog open={open} title={t`Archive ${label}?`} confirmLabel={t`Archive`} busy={busy} onConfirm={() => void act({ key, fieldVersionRequest: { version } }).then(onClose)} onClose={onClose}>
      <p>{plural(people ?? 0, { 0: 'No person has a value.', one: '# person has a value: it is kept, and there again when you restore the field.', other: '# people have values: they are kept, and there again when you restore the field.' })}</p>
      <p>{t`It is gone from forms, lists, filters and new files.`}</p>
      {usedBy.length > 0 && <p>{t`It is used by: ${{ things: formatList(usedBy.map(sayUse)) }}.`}</p>}
    </ConfirmDialog>
  );
}

export function FieldsPage() {
  const answer = useListFieldsQuery(WITH_COUNTS);
  const userId = useClaims()?.userId ?? '';
  const [edited, setEdited] = useState(() => draftedField(userId));
  const [offers, setOffers] = useState(false);
  const archiving = useAsked<FieldRecord>();
  const all = answer.data?.fields ?? [];
  const closeOffers = () => setOffers(false);
  const add = (
    <Button variant="contained" startIcon={<AddIcon fontSize="small" />} onClick={() => setEdited({ edited: null })}>
      {t`Add field`}
    </Button>
  );
  return (
    <PageShell>
      <BackLink to="/dashboard/settings">{t`Settings`}</BackLink>
      <PageHeader
        title={t`Fields`}
        subtitle={t`What your company keeps about people beside their name and contacts.`}
        actions={
          all.length > 0 && (
            <>
              {add}
              <Button variant="outlined" onClick={() => setOffers(true)}>
                {t`Starter sets`}
              </Button>
            </>
          )
        }
      />
      <Box sx={{ display: 'grid', gap: 3 }}>
        <QueryPanel title={t`Fields of people`} answer={answer} failure={t`The fields could not be loaded.`} lines={6} loading={t`Loading the fields`}>
          {({ version }) =>
            all.length > 0 ? (
              <FieldList fields={all} version={version} onEdit={(field) => setEdited({ edited: field })} onArchive={archiving.ask} />
            ) : (
              <EmptyState
                title={t`No fields yet`}
                icon={<ColumnsIcon fontSize="small" />}
                action={
                  <Box sx={{ display: 'grid', gap: 2, justifyItems: 'center', maxWidth: 760 }}>
                    <StarterSets fields={all} />
                    {add}
                  </Box>
                }
              >
                {t`Begin with a set that others use, and edit it; add fields one by one; or make them of the columns of a file that you import.`}
              </EmptyState>
            )
          }
        </QueryPanel>
      </Box>
      {edited !== null && <FieldDrawer field={edited.edited} onClose={() => setEdited(null)} />}
      {archiving.asked !== null && <ArchiveDialog field={archiving.asked} open={archiving.asking} onClose={archiving.close} />}
      {offers && (
        <FormDialog title={t`Starter sets`} submitLabel={t`Close`} hasSubmit={false} onSubmit={closeOffers} onClose={closeOffers}>
          <Note>{t`Fields that you have already are left out.`}</Note>
          <StarterSets fields={all} onAdded={closeOffers} />
        </FormDialog>
      )}
    </PageShell>
  );
}
