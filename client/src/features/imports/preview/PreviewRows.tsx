import { msg, t } from '@lingui/core/macro';
import { Box, Button, IconButton, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Tooltip, Typography } from '@mui/material';
import { useState } from 'react';

import { isOptionalInFiles, TEXT_FIELDS } from '~/api/fields';
import { useClaims } from '~/api/session/slice';
import { orNewer } from '~/lib/orNewer';
import { NEWER } from '~/lib/texts';
import { isOwnField } from '~/lib/ownNames';
import { useListFieldsQuery } from '~/realtime/ownFields';
import { radius, shadow } from '~/theme/tokens';
import { AddUserIcon, AlertIcon, CheckCircleIcon, CheckIcon, EditIcon, InfoIcon, TrashIcon, WarningIcon } from '~/ui/icons';
import { SelectBox, selectedOf } from '~/ui/SelectBox';
import { Note } from '~/ui/Text';
import { useIsMobile } from '~/ui/useIsMobile';

import { type Field, type ImportRow, labelOfField, type SpellingOfRows } from '../api';
import { FileLine } from '../components/ImportStepper';
import { cellBinding, CellNotes, type CellProps, CellValue, type RowProps, type Shown } from '../mending/cells';
import { FIELDS_IN_SIGHT, idOf, type Place } from '../mending/fields';
import { useGrid } from '../mending/useGrid';
import type { Mending } from '../mending/useMending';
import type { ShownRow } from '../states';
import { MaskedPassword, Problems, problemsOf } from './FieldValue';

const icon = { fontSize: 16 } as const;

const verdicts = orNewer({
  valid: { label: msg`Valid`, color: 'success.main', icon: <CheckCircleIcon sx={icon} /> },
  warning: { label: msg`Warning`, color: 'warning.main', icon: <WarningIcon sx={icon} /> },
  invalid: { label: msg`Invalid`, color: 'error.main', icon: <AlertIcon sx={icon} /> },
  new: { label: msg`New`, color: 'success.main', icon: <AddUserIcon sx={icon} /> },
  changed: { label: msg`Changed`, color: 'info.main', icon: <EditIcon sx={icon} /> },
  unchanged: { label: msg`Unchanged`, color: 'text.secondary', icon: <CheckIcon sx={icon} /> },
  leftOut: { label: msg`Left out`, color: 'text.secondary', icon: <InfoIcon sx={icon} /> },
} as const, { label: NEWER, color: 'text.secondary', icon: <InfoIcon sx={icon} /> });

function RowVerdict({ row: { status, verdict } }: { readonly row: Pick<ShownRow, 'status' | 'verdict'> }) {
  const { label, color, icon: drawing } = verdicts[verdict ?? (status === 'invalid' || status === 'warning' ? status : 'valid')];
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontSize: '0.8125rem', color }}>
      {drawing}
      {t(label)}
    </Box>
  );
}

const besideText = { display: 'block', fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' } as const;

/** The batches and the stage that a row names, with what is wrong with them: they are no cells, and are changed in the file. */
function RowBeside({ row }: { readonly row: ImportRow }) {
  const said = { batch: row.batch !== '' && t`Batch: ${{ name: row.batch }}`, stage: row.stage !== '' && t`Stage: ${{ name: row.stage }}` };
  return (['batch', 'stage'] as const).map((name) => {
    const problems = problemsOf(row, name);
    if (said[name] === false && problems.length === 0) return null;
    return (
      <Box key={name} component="span" sx={besideText}>
        {said[name]}
        <Problems problems={problems} />
      </Box>
    );
  });
}

const beforeText = { ml: -0.75 } as const;

function SelectRow({ row, shown: { rows, selection }, ...input }: RowProps & { readonly tabIndex?: number; readonly onFocus?: () => void }) {
  return (
    <SelectBox
      label={t`Select row ${{ position: row.position }}`}
      state={selection.isSelected(row.row) ? 'all' : 'none'}
      onToggle={(reach) => selection.toggle(row, rows, { range: reach })}
      input={{ ...input, id: idOf({ row: row.row, column: 'select' }) }}
      sx={beforeText}
    />
  );
}

function SelectPage({ shown: { rows, selection } }: { readonly shown: Shown }) {
  const chosen = rows.filter(({ row }) => selection.isSelected(row)).length;
  return <SelectBox label={t`Select all rows on this page`} state={selectedOf(chosen, rows.length)} onToggle={() => selection.togglePage(rows)} sx={beforeText} />;
}

/** Whose edit a row is, where it was edited; `now` is who has just edited it. */
function EditedBy({ row: { editedBy }, now }: { readonly row: ImportRow; readonly now: string | undefined }) {
  const own = useClaims()?.userId;
  if (editedBy === null && now === undefined) return null;
  const earlier = editedBy?.id === own ? t`Edited by you` : t`Edited by ${{ name: editedBy?.fullName ?? '' }}`;
  return (
    <Typography
      variant="caption"
      component="span"
      sx={{ display: 'block', overflowWrap: 'anywhere', color: now === undefined ? 'text.secondary' : 'primary.main', fontWeight: now === undefined ? 400 : 600 }}
    >
      {now === undefined ? earlier : t`${now} is editing`}
    </Typography>
  );
}

/** One value of the grid, which can be edited, and all that is wrong with it. */
function GridCell(cell: CellProps) {
  const { field, shown } = cell;
  const { place, isEdited, handlers } = cellBinding(cell);
  return (
    <Box
      {...handlers}
      role="gridcell"
      aria-colindex={indexOf(field, shown)}
      tabIndex={shown.grid.isActive(place) ? 0 : -1}
      sx={{
        minHeight: 24,
        mx: -0.75,
        px: isEdited ? 0 : 0.75,
        py: isEdited ? 0 : 0.25,
        borderRadius: radius.mark,
        cursor: 'text',
        '&:hover': { bgcolor: isEdited ? 'transparent' : 'surface.sunken' },
        '&:focus, &:focus-visible': { outline: 'none', boxShadow: shadow.focusInside },
      }}
    >
      <CellValue {...cell} strong={field === 'fullName'} />
      <CellNotes {...cell} />
    </Box>
  );
}

/** Deletes an invalid row; its name says which. Both Tab and the arrows reach it. */
function DeleteRowButton({ row, shown, onFocus }: RowProps & { readonly onFocus?: () => void }) {
  const label = t`Delete row ${{ position: row.position }}`;
  return (
    <Tooltip title={label}>
      <IconButton id={idOf({ row: row.row, column: 'delete' })} size="small" aria-label={label} onFocus={onFocus} onClick={() => shown.onDelete(row)}>
        <TrashIcon sx={{ fontSize: 18 }} />
      </IconButton>
    </Tooltip>
  );
}

/** Columns as they are seen: two fields may stand one below the other. */
const stacks: readonly { readonly width?: number; readonly fields: readonly Field[] }[] = [
  { fields: ['fullName', 'email'] },
  { width: 140, fields: ['code', 'phone'] },
  { width: 112, fields: ['dateOfBirth', 'gender'] },
  ...TEXT_FIELDS.map((field) => ({ width: 108, fields: [field] })),
  { width: 132, fields: ['profile', 'role'] },
  { width: 88, fields: ['isActive'] },
];
const stacksOf = (shown: readonly Field[]) => [...stacks, ...shown.filter(isOwnField).map((field) => ({ width: 116, fields: [field] }))].map(({ width, fields }) => ({ width, fields: fields.filter((field) => shown.includes(field)) })).filter(({ fields }) => fields.length > 0);
const ROW_WIDTH = 124;
const PASSWORD_WIDTH = 112;
const ACTIONS_WIDTH = 46;
/** As wide as its columns, where names and emails have enough; else the cells of many fields leave them none. */
const widthOf = ({ fields, updates }: Shown) => stacksOf(fields).reduce((sum, { width = 266 }) => sum + width, ROW_WIDTH + ACTIONS_WIDTH + (updates ? 0 : PASSWORD_WIDTH));
/** The number of a field's column; the first is the row's. */
const indexOf = (field: Field, { fields }: Shown) => stacksOf(fields).flatMap((stack) => stack.fields).indexOf(field) + 2;
const passwordOf = ({ fields }: Shown) => fields.length + 2;
const look = {
  tableLayout: 'fixed',
  '& td': { verticalAlign: 'top', py: 0, fontSize: '0.8125rem' },
  '& th': { py: 0.25 },
  '& td, & th': { pl: 2, pr: 0, '&:first-of-type': { pl: 2.5 } },
} as const;

function Heads({ shown }: { readonly shown: Shown }) {
  return (
    <TableHead>
      <TableRow>
        <TableCell aria-colindex={1} sx={{ width: ROW_WIDTH }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
            <SelectPage shown={shown} />
            {t`Row`}
          </Box>
        </TableCell>
        {stacksOf(shown.fields).map(({ width, fields }) => (
          <TableCell key={fields[0]} role="presentation" sx={{ width }}>
            {fields.map((field, place) => (
              <span key={field}>
                {place > 0 && <span aria-hidden> {t`and`} </span>}
                <span role="columnheader" aria-colindex={indexOf(field, shown)}>
                  {place > 0 ? labelOfField(field).toLowerCase() : labelOfField(field)}
                </span>
              </span>
            ))}
          </TableCell>
        ))}
        {!shown.updates && (
          <TableCell aria-colindex={passwordOf(shown)} sx={{ width: PASSWORD_WIDTH }}>
            {t`Password`}
          </TableCell>
        )}
        <TableCell aria-colindex={passwordOf(shown) + 1} sx={{ width: ACTIONS_WIDTH }}>
          <span className="visually-hidden">{t`Actions`}</span>
        </TableCell>
      </TableRow>
    </TableHead>
  );
}

function Row({ row, shown }: RowProps) {
  const { grid, selection } = shown;
  const now = shown.editedBy(row.row);
  const focusable = (column: Place['column']) => {
    const place = { row: row.row, column };
    return {
      tabIndex: grid.isActive(place) ? 0 : -1,
      onFocus: () => grid.onFocus(place),
    };
  };
  return (
    <TableRow
      selected={selection.isSelected(row.row)}
      aria-selected={selection.isSelected(row.row)}
      sx={{
        '&:last-of-type td': { borderBottom: 0 },
        '&.Mui-selected, &.Mui-selected:hover': { bgcolor: 'soft.accent' },
        ...(now !== undefined && { bgcolor: 'soft.accent' }),
      }}
    >
      <TableCell role="gridcell" aria-colindex={1}>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5, '& > .MuiCheckbox-root': { mt: -0.25 } }}>
          <SelectRow row={row} shown={shown} {...focusable('select')} />
          <Box sx={{ minWidth: 0, fontVariantNumeric: 'tabular-nums' }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 0.75 }}>
              {row.position}
              <FileLine row={row} />
            </Box>
            <RowVerdict row={row} />
            <EditedBy row={row} now={now} />
          </Box>
        </Box>
      </TableCell>
      {stacksOf(shown.fields).map(({ fields }) => (
        <TableCell key={fields[0]} role="presentation" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {fields.map((field) => (
            <GridCell key={field} row={row} field={field} shown={shown} />
          ))}
          {fields.includes('email') && <Problems problems={problemsOf(row, 'row')} />}
          {fields.includes('email') && <RowBeside row={row} />}
        </TableCell>
      ))}
      {!shown.updates && (
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA names gridcell among the roles of aria-readonly
        <TableCell role="gridcell" aria-readonly aria-colindex={passwordOf(shown)} sx={{ color: 'text.secondary' }}>
          <MaskedPassword row={row} />
        </TableCell>
      )}
      <TableCell role="gridcell" aria-colindex={passwordOf(shown) + 1}>
        {row.status === 'invalid' && <DeleteRowButton row={row} shown={shown} onFocus={focusable('delete').onFocus} />}
      </TableCell>
    </TableRow>
  );
}

function PreviewTable({ shown }: { readonly shown: Shown }) {
  return (
    <TableContainer sx={{ position: 'relative' }}>
      <Table role="grid" aria-label={t`Rows of the file`} aria-colcount={passwordOf(shown) + 1} aria-multiselectable sx={{ ...look, minWidth: widthOf(shown) }}>
        <Heads shown={shown} />
        <TableBody {...shown.grid.handlers}>
          {shown.rows.map((row) => (
            <Row key={row.row} row={row} shown={shown} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

const values = { display: 'grid', gridTemplateColumns: '112px minmax(0, 1fr)', alignItems: 'start', rowGap: 0.25, m: 0, '& dt': { pt: 0.25 }, '& dd': { m: 0 } } as const;

const IN_EVERY_CARD: readonly Field[] = ['fullName', 'email'];

/** The fields of a card in sight: what is wrong or changed stays there once it is mended. */
function useFieldsInSight({ row, shown: { saves, ...shown } }: RowProps) {
  const [all, setAll] = useState(false);
  const matters = (field: Field) => problemsOf(row, field).length > 0 || row.before[field] !== undefined || saves.noteOf(row.row, field) !== undefined;
  const [first, setFirst] = useState(() => shown.fields.filter(matters));
  const more = shown.fields.filter((field) => matters(field) && !first.includes(field));
  if (more.length > 0) setFirst([...first, ...more]);
  return {
    all,
    fields: shown.fields.filter((field) => all || IN_EVERY_CARD.includes(field) || first.includes(field)),
    toggle: () => setAll(!all),
  };
}

function Card(props: RowProps) {
  const { row, shown } = props;
  const now = shown.editedBy(row.row);
  const { all, fields, toggle } = useFieldsInSight(props);
  return (
    <Box
      component="li"
      sx={{ px: 2, py: 1, '& + &': { borderTop: 1, borderColor: 'divider' }, ...(now !== undefined && { bgcolor: 'soft.accent' }) }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, minHeight: 34 }}>
        <SelectRow {...props} />
        <Typography id={titleIdOf(row)} variant="subtitle2" component="h2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {t`Row ${{ position: row.position }}`}
        </Typography>
        <FileLine row={row} />
        <RowVerdict row={row} />
        <Box sx={{ flex: 1 }} />
        {row.status === 'invalid' && <DeleteRowButton {...props} />}
      </Box>
      <EditedBy row={row} now={now} />
      <Problems problems={problemsOf(row, 'row')} />
      <RowBeside row={row} />
      <Box component="dl" sx={values}>
        {fields.map((field) => (
          <Box key={field} sx={{ display: 'contents' }}>
            <Note id={labelIdOf(row, field)} component="dt">
              {labelOfField(field)}
            </Note>
            <Typography component="dd" variant="body2">
              <CardField row={row} field={field} shown={shown} />
            </Typography>
          </Box>
        ))}
        {all && !shown.updates && (
          <>
            <Note component="dt">{t`Password`}</Note>
            <Note component="dd">
              <MaskedPassword row={row} />
            </Note>
          </>
        )}
      </Box>
      <Button size="small" variant="text" color="inherit" aria-expanded={all} aria-describedby={titleIdOf(row)} onClick={toggle} sx={{ ml: -1.25, color: 'text.secondary' }}>
        {all ? t`Show fewer fields` : t`Show all fields`}
      </Button>
    </Box>
  );
}

function PreviewCards({ shown }: { readonly shown: Shown }) {
  return (
    <>
      <Note component="label" sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}>
        <SelectPage shown={shown} />
        {t`All on this page`}
      </Note>
      <Box component="ul" aria-label={t`Rows of the file`} sx={{ m: 0, p: 0, listStyle: 'none' }} {...shown.grid.handlers}>
        {shown.rows.map((row) => (
          <Card key={row.row} row={row} shown={shown} />
        ))}
      </Box>
    </>
  );
}

const titleIdOf = ({ row }: ImportRow) => `title-${row}`;
const labelIdOf = ({ row }: ImportRow, field: Field) => `label-${row}-${field}`;

function CardField(cell: CellProps) {
  const { row, field } = cell;
  const { isEdited, handlers } = cellBinding(cell);
  return (
    <>
      <Box
        {...handlers}
        {...(!isEdited && {
          role: 'button',
          // "Phone", "Row 3" and what stands in the cell.
          'aria-labelledby': `${labelIdOf(row, field)} ${titleIdOf(row)} ${handlers.id}`,
        })}
        tabIndex={isEdited ? -1 : 0}
        sx={{
          minHeight: 28,
          mx: -0.75,
          px: isEdited ? 0 : 0.75,
          py: 0.25,
          borderRadius: radius.mark,
          cursor: 'text',
          '&:active': { bgcolor: 'surface.sunken' },
          '&:focus-visible': { outline: 'none', boxShadow: shadow.focusInside },
        }}
      >
        <CellValue {...cell} />
      </Box>
      <CellNotes {...cell} />
    </>
  );
}

interface PreviewRowsProps {
  readonly rows: readonly ImportRow[];
  /** The fields that the file has, and whether it only updates people. */
  readonly columns: readonly string[];
  readonly updates: boolean;
  readonly spellings: readonly SpellingOfRows[];
  readonly mending: Mending;
  readonly onDelete: (row: ImportRow) => void;
}

/** An update finds the person by the email or the code; these stay as they are. */
const KEPT: readonly Field[] = ['dateOfBirth', 'gender'];

export function PreviewRows({ rows, columns, updates, spellings, mending, onDelete }: PreviewRowsProps) {
  const { saves, selection, editedBy } = mending;
  const isMobile = useIsMobile();
  const isShown = (field: Field) => (updates || isOptionalInFiles(field) ? columns.includes(field) : true) && !(updates && KEPT.includes(field));
  useListFieldsQuery({});
  const own = columns.filter(isOwnField).filter((field) => rows.some((row) => row.values[field] !== undefined));
  const builtIn = FIELDS_IN_SIGHT.filter((field) => IN_EVERY_CARD.includes(field) || isShown(field) || rows.some((row) => row.values[field] !== '' && isOptionalInFiles(field)));
  const fields = [...builtIn, ...own];
  const shown = { rows, fields, updates, spellings, grid: useGrid(rows, fields, mending), saves, selection, editedBy, onDelete };
  return isMobile ? <PreviewCards shown={shown} /> : <PreviewTable shown={shown} />;
}
