import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Divider, ListSubheader, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';

import { isProblem, messageOf } from '~/api/problem';
import { Typed } from '~/forms/TextField';
import { translated } from '~/lib/sentences';
import { texts } from '~/lib/texts';
import { CheckLine } from '~/ui/CheckLine';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { FormDialog } from '~/ui/FormDialog';
import { CheckIcon, ChevronUpDownIcon } from '~/ui/icons';
import { pageContent, useAnchor } from '~/ui/useAnchor';
import { useToasts } from '~/ui/toasts/slice';
import { useAct } from '~/ui/toasts/useAct';

import { usersApi, type ViewRecord } from '../api';
import { storedColumns } from '../columns/columns';
import type { ColumnChoice } from '../columns/useColumns';
import { addressOfView, type Filters, sameQuery, storedQuery } from '../filters/useUserFilters';
import type { Rights } from '../useRights';

export function useViews(filters: Filters) {
  const { data, isLoading, isError } = usersApi.useListSavedViewsQuery(undefined, { refetchOnMountOrArgChange: true });
  const views = data?.views ?? [];
  const current = views.find(({ id }) => id === filters.view);
  return {
    views,
    /** Undefined for an address without a view, or with one that the user may not see. */
    current,
    isChanged: current !== undefined && !sameQuery(storedQuery(filters), current.query),
    isLoading: isLoading && filters.view !== null,
    isError,
  };
}

function DeleteViewDialog({ view: { id, name, scope }, onClose }: { readonly view: ViewRecord; readonly onClose: () => void }) {
  const { act, busy } = useAct(usersApi.useDeleteSavedViewMutation(), t`The view could not be deleted.`, t`View deleted successfully`);
  return (
    <ConfirmDialog
      open
      title={t`Delete this view?`}
      confirmLabel={t`Delete View`}
      destructive
      busy={busy}
      onConfirm={() => void act({ viewId: id }).then(onClose)}
      onClose={onClose}
    >
      {scope === 'company' ? (
        <Trans>
          <strong>{name}</strong> is gone for everyone in your company. The people in it stay.
        </Trans>
      ) : (
        <Trans>
          <strong>{name}</strong> is gone. The people in it stay.
        </Trans>
      )}
    </ConfirmDialog>
  );
}

interface OnScreen {
  readonly filters: Filters;
  readonly choice: ColumnChoice;
}

function useReplaceView({ filters, choice }: OnScreen) {
  const { act } = useAct(usersApi.useEditSavedViewMutation(), t`The view could not be saved.`, ({ name }) => t`“${name}” shows this from now on`);
  return async (view: ViewRecord) => {
    const columns = view.columns !== null && { columns: storedColumns(choice.chosen) };
    const done = await act({ viewId: view.id, editViewRequest: { query: storedQuery(filters), ...columns, version: view.version } });
    if (done !== undefined) choice.settle();
  };
}

interface ViewNameDialogProps extends OnScreen {
  /** The view to rename; null for a new one of what is on screen. */
  readonly view: ViewRecord | null;
  readonly mayShare: boolean;
  readonly onClose: () => void;
}

function ViewNameDialog({ view, filters, choice, mayShare, onClose }: ViewNameDialogProps) {
  const toasts = useToasts();
  const navigate = useNavigate();
  const [create, creating] = usersApi.useCreateSavedViewMutation();
  const [edit, editing] = usersApi.useEditSavedViewMutation();
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(false);
  const [withColumns, setWithColumns] = useState(false);
  const [problem, setProblem] = useState<string>();
  const saving = creating.isLoading || editing.isLoading;

  const send = () => {
    if (view !== null) return edit({ viewId: view.id, editViewRequest: { name, version: view.version } });
    const columns = withColumns ? storedColumns(choice.chosen) : null;
    return create({ createViewRequest: { name, scope: isShared ? 'company' : 'own', query: storedQuery(filters), columns } });
  };
  const submit = async () => {
    if (saving) return;
    const { data, error } = await send();
    if (data === undefined) {
      setProblem((isProblem(error) ? error.errors?.['name'] : undefined) ?? messageOf(error, t`The view could not be saved.`));
      return;
    }
    toasts.success(view === null ? t`“${{ name: data.name }}” is saved` : t`The view is now named “${{ name: data.name }}”`);
    if (view === null) void navigate(addressOfView(data, filters.as));
    onClose();
  };
  const [title, submitLabel] = view === null ? [t`Save as a new view`, t`Save View`] : [t`Rename view`, t`Rename View`];
  return (
    <FormDialog title={title} maxWidth="xs" submitLabel={submitLabel} busy={saving} onSubmit={() => void submit()} onClose={onClose}>
      <Typed
        label={t`Name`}
        error={problem}
        {...(view === null && { hint: t`It keeps the search, the filters and the order.` })}
        // A dialog takes the focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={name}
        input={{ 'aria-invalid': problem !== undefined, enterKeyHint: 'done', maxLength: 100 }}
        onType={setName}
      />
      {view === null && (
        <div>
          <CheckLine label={t`Keep the columns with it`} checked={withColumns} onCheck={setWithColumns} />
          {mayShare && <CheckLine label={t`Show it to everyone in your company who manages people`} checked={isShared} onCheck={setShared} />}
        </div>
      )}
    </FormDialog>
  );
}

const GROUPS = texts({ builtin: msg`Ready-made`, own: msg`Your views`, company: msg`Views of the company` });
const scopes = Object.keys(GROUPS) as (keyof typeof GROUPS)[];
const belowLeft = {
  anchorOrigin: { vertical: 'bottom', horizontal: 'left' },
  transformOrigin: { vertical: 'top', horizontal: 'left' },
} as const;

const nameOf = ({ scope, name }: ViewRecord) => (scope === 'builtin' ? translated(name) : name);

type Asked = 'save' | 'rename' | 'delete';

/** Named sets of filters, order and columns: each is a link. */
export function ViewsMenu({ views, filters, choice, rights }: OnScreen & { readonly views: ReturnType<typeof useViews>; readonly rights: Rights }) {
  const { button, popup, close } = useAnchor('menu');
  const [asked, setAsked] = useState<Asked | null>(null);
  const { current } = views;
  const isChanged = views.isChanged || choice.isChanged;
  const replace = useReplaceView({ filters, choice });
  const name = current === undefined ? '' : nameOf(current);
  const label = current === undefined ? t`Views` : isChanged ? t`View: ${name} (changed)` : t`View: ${name}`;
  const ask = (what: Asked) => () => {
    close();
    setAsked(what);
  };
  const item = (view: ViewRecord) => (
    <MenuItem key={view.id} component={Link} to={addressOfView(view, filters.as)} onClick={close} {...(view.id === current?.id && { 'aria-current': 'true' })} sx={{ whiteSpace: 'normal' }}>
      <CheckIcon sx={{ fontSize: 18, flexShrink: 0, visibility: view.id === current?.id ? 'visible' : 'hidden', color: 'primary.main' }} />
      {nameOf(view)}
    </MenuItem>
  );
  const dialog = { filters, choice, onClose: () => setAsked(null) };
  return (
    <>
      <Button variant="text" color="inherit" size="small" endIcon={<ChevronUpDownIcon sx={{ fontSize: '16px !important' }} />} {...button} sx={{ maxWidth: { xs: 180, sm: 280 }, '& .view-name': { overflow: 'hidden', textOverflow: 'ellipsis' } }}>
        <span className="view-name">{label}</span>
      </Button>
      <Menu container={pageContent} {...popup} {...belowLeft} slotProps={{ list: { 'aria-label': t`Views` }, paper: { sx: { width: 280, maxWidth: 'calc(100vw - 32px)', mt: 0.5 } } }}>
        {views.isError && (
          <MenuItem disabled sx={{ whiteSpace: 'normal' }}>
            {t`The views could not be loaded.`}
          </MenuItem>
        )}
        {scopes.flatMap((scope) => {
          const group = views.views.filter((view) => view.scope === scope);
          if (group.length === 0) return [];
          return [
            <ListSubheader key={scope} role="presentation" disableSticky sx={{ px: 1, lineHeight: '28px', fontSize: '0.75rem', bgcolor: 'transparent' }}>
              {GROUPS[scope]}
            </ListSubheader>,
            ...group.map(item),
          ];
        })}
        <Divider />
        {current?.mayEdit === true && isChanged && (
          <MenuItem
            onClick={() => {
              close();
              void replace(current);
            }}
            sx={{ whiteSpace: 'normal' }}
          >
            {t`Save the changes to “${name}”`}
          </MenuItem>
        )}
        <MenuItem onClick={ask('save')}>{t`Save as a new view`}</MenuItem>
        {current?.mayEdit === true && <MenuItem onClick={ask('rename')}>{t`Rename view`}</MenuItem>}
        {current?.mayEdit === true && <MenuItem onClick={ask('delete')}>{t`Delete view`}</MenuItem>}
      </Menu>
      {asked === 'save' && <ViewNameDialog {...dialog} view={null} mayShare={rights.may('user.create')} />}
      {asked === 'rename' && current !== undefined && <ViewNameDialog {...dialog} view={current} mayShare={false} />}
      {asked === 'delete' && current !== undefined && <DeleteViewDialog view={current} onClose={dialog.onClose} />}
    </>
  );
}
